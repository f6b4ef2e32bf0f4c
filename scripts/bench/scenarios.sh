#!/usr/bin/env bash
# The kinds of work that people give the system, each on one of its own, beside what the machine does
# without us: small, quick, reexecution, mix, large, duplicates, backlog, apart; all unless named.
# usage: ./dev bench scenarios [NAME...] [--seconds N] [--warm-up N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
names=()
while [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; do
  names+=("$1")
  shift
done
seconds=30
warm_up=30
bench_options seconds warm-up directory -- "$@"
./assay --version >/dev/null # builds when the sources are newer
bench_begin "scenarios${names[*]:+ ${names[*]}} --seconds $seconds --warm-up $warm_up"
bench_class ScenarioBench "$directory" "$seconds" "$warm_up" "${names[@]}"
