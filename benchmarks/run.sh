#!/usr/bin/env bash
# Runs one table of docs/performance.md, or all of them, on each database that is named.
#   benchmarks/run.sh closing --rounds 5
#   BENCH_POSTGRES_URL='jdbc:postgresql://…' BENCH_MARIADB_URL='jdbc:mariadb://…' benchmarks/run.sh all
# The databases must be for the benchmarks alone: they make and drop tables that begin with bench_.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jar=benchmarks/target/benchmarks.jar
if [ ! -f "$jar" ]; then
  mvn -B -ntp -q -DskipTests package
fi

name=${1:?one of closing peers remote growth idle lateness memory unclosable tie checkout nodes profile micro all}
shift
out=benchmarks/target/results
mkdir -p "$out"

urls=()
if [ -n "${BENCH_POSTGRES_URL:-}" ]; then urls+=("$BENCH_POSTGRES_URL"); fi
if [ -n "${BENCH_MARIADB_URL:-}" ]; then urls+=("$BENCH_MARIADB_URL"); fi
urls+=("jdbc:h2:file:$PWD/benchmarks/target/h2/bench;AUTO_SERVER=TRUE")

micro() {
  java -cp "$jar" org.openjdk.jmh.Main -prof gc -rf csv -rff "$out/micro.csv" | tee "$out/micro.txt"
}

on_each() {
  local scenario=$1
  shift
  for url in "${urls[@]}"; do
    java -Xmx1g -jar "$jar" "$scenario" --url "$url" --out "$out" "$@"
  done
}

case "$name" in
  micro) micro ;;
  all)
    for scenario in closing peers remote growth idle lateness memory unclosable tie checkout nodes; do
      on_each "$scenario" "$@"
    done
    micro
    ;;
  *) on_each "$name" "$@" ;;
esac
