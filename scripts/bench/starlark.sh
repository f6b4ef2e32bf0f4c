#!/usr/bin/env bash
# Evaluations per second and latency of a small verifier.
# usage: ./dev bench starlark [evaluations] [in flight]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
assay_find_jdk

mvn --batch-mode --quiet -pl verifiers/starlark -am -DskipTests test-compile
exec "$JAVA_HOME/bin/java" -Xmx1g -cp "verifiers/starlark/target/classes:verifiers/starlark/target/test-classes" \
  dev.assay.starlark.bench.VerifierBench "${1:-200000}" "${2:-1000}"
