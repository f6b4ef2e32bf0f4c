#!/usr/bin/env bash
# The director inside Kafka Streams on a real broker: how long it takes for one input at a fixed rate,
# from its record to its output, state and signatures included.
# usage: ./dev bench director-stream [--rate N] [--warm-up N] [--seconds N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
rate=2000
warm_up=60
seconds=60
bench_options rate warm-up seconds directory -- "$@"
bench_begin "director-stream --rate $rate --warm-up $warm_up --seconds $seconds"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  @scripts/service.options -Xmx900m \
  -cp "testing/system-tests/target/test-classes:$(cat testing/system-tests/target/bench.classpath)" \
  dev.assay.system.DirectorStreamBench "$directory" "$rate" "$warm_up" "$seconds"
echo "load average $(bench_load) after"
