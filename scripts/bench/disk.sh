#!/usr/bin/env bash
# What an attested event leaves on disk, part by part, with an artifact of its own uploaded for each.
# usage: ./dev bench disk [--seconds N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
seconds=60
directory=
while [ $# -gt 0 ]; do
  case "$1" in
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
./assay --version >/dev/null # builds when the sources are newer
mvn --batch-mode --no-transfer-progress -q -pl testing/system-tests -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
load() { cut -d' ' -f1-3 /proc/loadavg; }
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load average $(load) before"
echo "command: ./dev bench disk --seconds $seconds; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m -XX:+UseSerialGC \
  -cp "testing/system-tests/target/test-classes:$(cat testing/system-tests/target/bench.classpath)" \
  dev.assay.system.DiskBench "$directory" "$seconds"
echo "load average $(load) after"
