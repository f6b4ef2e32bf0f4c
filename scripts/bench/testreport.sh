#!/usr/bin/env bash
# Reports per second and bytes per second of the testreport verifier on one core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [ -z "${JAVA_HOME:-}" ]; then
  . scripts/jdk.sh
  assay_find_jdk
fi
classpath=$(mktemp)
trap 'rm -f "$classpath"' EXIT
mvn --batch-mode --no-transfer-progress -q -pl verifiers/testreport -am -DskipTests \
  package dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile="$classpath" >&2
"$JAVA_HOME/bin/java" -Xmx1g -XX:ActiveProcessorCount=1 \
  -cp "verifiers/testreport/target/test-classes:verifiers/testreport/target/classes:$(cat "$classpath")" \
  dev.assay.testreport.TestReportBenchmark
