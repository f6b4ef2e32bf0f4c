#!/usr/bin/env bash
# How long a decision takes: one caller, many callers, fixed rates, and for one caller hop by hop.
# usage: ./dev bench latency [--seconds N] [--warm-up N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
seconds=20
warm_up=120
bench_options seconds warm-up directory -- "$@"
./assay --version >/dev/null # builds when the sources are newer
bench_begin "latency --seconds $seconds --warm-up $warm_up"
bench_class LatencyBench "$directory" "$warm_up" "$seconds"
