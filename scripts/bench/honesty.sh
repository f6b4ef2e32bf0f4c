#!/usr/bin/env bash
# How many lies are promoted, and how much honest work is blocked, by kind and by the evidence that
# the standard policy demands: real projects in Python, JavaScript, Rust and Java, rows in SQLite and
# PostgreSQL. The same seed makes the same cases.
# usage: ./dev bench honesty [--seed N] [--cases N] [--directory DIR]
# exit codes: 0 sound, 1 a lie was promoted on REEXECUTED or OBSERVED evidence or honest work was not,
#             2 usage, 3 a tool is missing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
seed=1
cases=2
bench_options seed cases directory -- "$@"
missing() {
  echo "error: $1 is missing. expected: $1 on the PATH. next: install it." >&2
  exit 3
}
python=$(python3 -c 'import sys, pytest; print(sys.executable)' 2>/dev/null) || missing "python3 with pytest"
prefix=$(python3 -c 'import sys; print(sys.prefix)')
rust=$(rustc --print sysroot 2>/dev/null) || missing "rustc with cargo"
command -v node >/dev/null || missing node
bench_begin "honesty --seed $seed --cases $cases"
bench_class HonestyBench "$directory" "$seed" "$cases" "$python" "$prefix" "$rust"
