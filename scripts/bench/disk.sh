#!/usr/bin/env bash
# What an attested event leaves on disk, part by part, with an artifact of its own uploaded for each.
# usage: ./dev bench disk [--seconds N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
seconds=60
bench_options seconds directory -- "$@"
./assay --version >/dev/null # builds when the sources are newer
bench_begin "disk --seconds $seconds"
bench_class DiskBench "$directory" "$seconds"
