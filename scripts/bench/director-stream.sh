#!/usr/bin/env bash
# The director inside Kafka Streams on a real broker: how long it takes for one input at a fixed rate,
# from its record to its output, state and signatures included.
# usage: ./dev bench director-stream [--rate N] [--warm-up N] [--seconds N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
rate=2000
warm_up=60
seconds=60
directory=
while [ $# -gt 0 ]; do
  case "$1" in
    --rate) rate=$2 ;;
    --warm-up) warm_up=$2 ;;
    --seconds) seconds=$2 ;;
    --directory) directory=$2 ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
  shift 2
done
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
mvn --batch-mode --no-transfer-progress -q -pl testing/system-tests -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load average $(cut -d' ' -f1-3 /proc/loadavg) before"
echo "command: ./dev bench director-stream --rate $rate --warm-up $warm_up --seconds $seconds; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  @scripts/service.options -Xmx900m \
  -cp "testing/system-tests/target/test-classes:$(cat testing/system-tests/target/bench.classpath)" \
  dev.assay.system.DirectorStreamBench "$directory" "$rate" "$warm_up" "$seconds"
echo "load average $(cut -d' ' -f1-3 /proc/loadavg) after"
