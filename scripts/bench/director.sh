#!/usr/bin/env bash
# The director's pure step on one thread, measured with JMH: inputs a second, for a typical work item
# and for one with many attempts, without and with encoding and decoding the stored state.
# usage: ./dev bench director [JMH options, such as -f 3 -p attempts=1]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mvn --batch-mode --no-transfer-progress -q -pl core -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
class_path="core/target/test-classes:core/target/classes:$(cat core/target/bench.classpath)"
rm -rf core/target/jmh
mkdir -p core/target/jmh
"$JAVA_HOME/bin/javac" -nowarn -d core/target/jmh -cp "$class_path" \
  -processor org.openjdk.jmh.generators.BenchmarkProcessor \
  core/src/test/java/dev/assay/core/sim/DirectorBenchmark.java
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench director $*; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
echo "read the rows inputs: ops/s are inputs a second on one thread"
exec "$JAVA_HOME/bin/java" -cp "core/target/jmh:$class_path" org.openjdk.jmh.Main DirectorBenchmark "$@"
