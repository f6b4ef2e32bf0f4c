#!/usr/bin/env bash
# The whole walk in one process, started as a user starts it: attested events a second with all rows
# and log entries written, latencies at a fixed rate, memory and start-up time, beside the raw Kafka
# rate of the same run.
# usage: ./dev bench pipeline [--seconds N] [--rate N] [--warm-up N] [--profile FILE.jfr] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
seconds=60
rate=300
warm_up=120
profile=-
bench_options seconds rate warm-up profile directory -- "$@"
[ "$profile" = - ] || profile=$(readlink -f "$profile")
./assay --version >/dev/null # builds when the sources are newer
bench_begin "pipeline --seconds $seconds --rate $rate --warm-up $warm_up"
bench_class PipelineBench "$directory" "$seconds" "$rate" "$profile" "$warm_up"
if [ "$profile" != - ]; then
  "$JAVA_HOME/bin/jfr" view --width 150 hot-methods "$profile"
fi
