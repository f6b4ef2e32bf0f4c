#!/usr/bin/env bash
# Puts/s and verified gets/s of the artifact stores. usage: ./dev bench artifacts [directory]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mvn --quiet --batch-mode --no-transfer-progress -pl platform/artifact-store -am -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
m=platform/artifact-store/target
exec "${JAVA_HOME:?}/bin/java" -Xmx512m --enable-native-access=ALL-UNNAMED \
  -cp "$m/test-classes:$m/classes:$(cat $m/bench.classpath)" dev.assay.artifact.ArtifactBench "$@"
