#!/usr/bin/env bash
# Run every test. Installs the system packages that tests need (Debian, as root), starts and stops their services.
# On another system, a missing package is said once and its tests are skipped with that reason; with CI=true that fails.
set -euo pipefail
cd "$(dirname "$0")/.."
BIN=.venv/bin
JOBS=${TEST_JOBS:-2}
export OPENBLAS_NUM_THREADS=1 # each job is one process a core; more threads only wait for each other

debian_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
want() { # want COMMAND PACKAGE...: install a package whose command is absent
  command -v "$1" >/dev/null 2>&1 && return 0
  if debian_root; then
    echo "installing $2 for the tests"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${@:2}"; } \
      >/dev/null 2>&1 && return 0
  fi
  if [ "${CI:-}" = true ]; then
    echo "$1 is needed by the tests and could not be installed (Debian package $2)" >&2
    exit 1
  fi
  echo "note: $1 was not found; the tests that need it are skipped (Debian package $2)" >&2
}
want chromium chromium fonts-dejavu-core

source tests/postgres.sh
if [ -z "${LABCORE_TEST_POSTGRES:-}" ]; then
  [ -n "$(postgres_bin)" ] || { debian_root && echo "installing postgresql for the tests" && install_postgres; } || true
  trap stop_postgres EXIT
  if ! start_postgres; then
    [ "${CI:-}" != true ] || { echo "PostgreSQL is needed by the tests and could not be started (Debian package postgresql)" >&2; exit 1; }
    echo "note: PostgreSQL was not found; the tests that need it are skipped (Debian package postgresql)" >&2
  fi
fi

$BIN/labcore models fetch
$BIN/python -m pytest -n "$JOBS" --dist loadfile --cov --cov-report=term "$@"
$BIN/python -m pytest --nbval notebooks -n "$JOBS" --dist loadfile -p no:cacheprovider -q
