#!/usr/bin/env bash
# The director's pure step on one thread: inputs a second of CPU, for a typical work item and for one
# with many attempts, without and with decoding and encoding the stored state.
# usage: ./dev bench director
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mvn --batch-mode --no-transfer-progress -q -pl core -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/sim.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench director; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
exec "$JAVA_HOME/bin/java" -Xmx1g -XX:+UseSerialGC \
  -cp "core/target/test-classes:core/target/classes:$(cat core/target/sim.classpath)" \
  dev.assay.core.sim.DirectorBench
