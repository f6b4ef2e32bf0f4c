#!/usr/bin/env bash
# How soon Chromium paints each page of the console, of assay up with some hundred decided items: first
# and largest paint, all shown, requests and what was transferred; of a browser without any file yet, and
# of one that opens the page again. --pictures keeps a picture of each page.
# usage: ./dev bench console [--seconds N] [--times N] [--pictures DIR] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
seconds=15
times=5
pictures=
bench_options seconds times pictures directory -- "$@"
./assay --version >/dev/null # builds when the sources are newer
bench_begin "console --seconds $seconds --times $times"
bench_class ConsoleBench "$directory" "$seconds" "$times" "${pictures:-$directory/pictures}"
