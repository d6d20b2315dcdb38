# A throwaway PostgreSQL server for the tests: sourced by run.sh, useful by hand as well.
#   source tests/postgres.sh; start_postgres; ...; stop_postgres
# It listens on loopback only, on a free port, with a password of its own, and leaves nothing behind.

postgres_bin() { # the folder of initdb: on PATH, or where Debian keeps its versions
  if command -v initdb >/dev/null 2>&1; then dirname "$(command -v initdb)"; return; fi
  local found
  found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
  [ -n "$found" ] && [ -x "$found/initdb" ] && echo "$found"
}

as_postgres() { # the server refuses to run as root
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

install_postgres() { # Debian, as root: the package without its usual running cluster
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold postgresql; } >/dev/null 2>&1
}

start_postgres() { # sets LABCORE_TEST_POSTGRES to the administrator's URL, or returns 1
  local bin port password
  bin=$(postgres_bin) || return 1
  PG_DIR=$(mktemp -d "${TMPDIR:-/tmp}/labcore-pg.XXXXXX")
  PG_BIN=$bin
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  password=$(python3 -c 'import secrets; print(secrets.token_hex(16))')
  printf %s "$password" >"$PG_DIR/password"
  [ "$(id -u)" = 0 ] && chown -R postgres "$PG_DIR"
  as_postgres "$bin/initdb" -D "$PG_DIR/data" -U postgres --auth=scram-sha-256 --pwfile="$PG_DIR/password" \
    --no-sync -E UTF8 --locale=C >"$PG_DIR/initdb.log" 2>&1 || { cat "$PG_DIR/initdb.log" >&2; return 1; }
  as_postgres "$bin/pg_ctl" -D "$PG_DIR/data" -w -t 60 -l "$PG_DIR/log" start >/dev/null \
    -o "-c listen_addresses=127.0.0.1 -p $port -c unix_socket_directories=$PG_DIR -c max_connections=200 \
        -c fsync=off -c full_page_writes=off -c synchronous_commit=off" || { cat "$PG_DIR/log" >&2; return 1; }
  export LABCORE_TEST_POSTGRES="postgresql://postgres:$password@127.0.0.1:$port/postgres"
}

stop_postgres() {
  [ -n "${PG_DIR:-}" ] || return 0
  as_postgres "$PG_BIN/pg_ctl" -D "$PG_DIR/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$PG_DIR"
  PG_DIR=
}
