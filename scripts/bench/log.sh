#!/usr/bin/env bash
# The attestation store alone: entries written a second at batch sizes 1, 50 and 500 with all SQL
# rows, forced files and a signed checkpoint per batch; the same of the log alone, without rows;
# proofs a second; entries checked a second.
# usage: ./dev bench log [sqlite|postgres] [directory on the disk to measure]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
database=${1:-sqlite}
directory=${2:-}
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
mvn --batch-mode --no-transfer-progress -q -pl attestation-store -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench log $database; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx1g \
  -cp "attestation-store/target/test-classes:attestation-store/target/classes:$(cat attestation-store/target/bench.classpath)" \
  dev.assay.store.LogBench "$database" "$directory"
