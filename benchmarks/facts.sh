#!/usr/bin/env bash
# Look-ups of the fact store on both engines: the largest real load (opendbc), alone and under 50 clients,
# by call and over HTTP, and growth from 10^3 to 10^6 invented entries. Run it alone on the machine, then:
#   .venv/bin/python benchmarks/render.py
#   usage: bash benchmarks/facts.sh [FOLDER FOR THE RESULTS] [LARGEST NUMBER OF ENTRIES]
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=${1:-benchmarks/facts}
LARGEST=${2:-1000000}
BIN=.venv/bin
mkdir -p "$OUT"
$BIN/python benchmarks/machine.py psycopg sqlglot starlette uvicorn >"$OUT/machine.json"

source tests/postgres.sh
trap stop_postgres EXIT
start_postgres
WORK=$(mktemp -d)
trap 'stop_postgres; rm -rf "$WORK"' EXIT

PASSWORD=$(python3 -c 'import secrets; print(secrets.token_hex(16))')
PGHOSTPORT=${LABCORE_TEST_POSTGRES#*@}; PGHOSTPORT=${PGHOSTPORT%/*}
ADMIN=$LABCORE_TEST_POSTGRES
READER=postgresql://bench_reader:$PASSWORD@$PGHOSTPORT/postgres
$BIN/python -c "
import sys, psycopg
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    connection.execute(f\"CREATE ROLE bench_reader LOGIN PASSWORD '{sys.argv[2]}'\")
" "$ADMIN" "$PASSWORD"

OPENDBC=$($BIN/python -c 'import importlib.util; print(importlib.util.find_spec("opendbc").submodule_search_locations[0])')
$BIN/labcore facts collect "$OPENDBC/dbc" --out "$WORK/source" --project opendbc --revision 0.3.1 --licence MIT
$BIN/labcore facts load "$WORK/source" --into "sqlite:///$WORK/real.sqlite"
$BIN/labcore facts load "$WORK/source" --into "$ADMIN" --reader bench_reader
$BIN/labcore facts verify "sqlite:///$WORK/real.sqlite" "$READER"
for engine in sqlite postgresql; do
  [ $engine = sqlite ] && URL=sqlite:///$WORK/real.sqlite || URL=$READER
  $BIN/labcore bench facts --store "$URL" --json >"$OUT/real-$engine.json"
  $BIN/python benchmarks/facts_http.py --store "$URL" --clients 50 --json >"$OUT/http-$engine.json"
done

GROW=()
for size in 1000 10000 100000 1000000; do [ $size -gt "$LARGEST" ] || GROW+=(--grow $size); done
$BIN/labcore bench facts --store "sqlite:///$WORK/growth.sqlite" "${GROW[@]}" --clients 1 --seconds 10 --json >"$OUT/growth-sqlite.json"
$BIN/labcore bench facts --store "$READER" --admin "$ADMIN" --reader bench_reader "${GROW[@]}" --clients 1 --seconds 10 --json \
  >"$OUT/growth-postgresql.json"
echo "results are in $OUT"
