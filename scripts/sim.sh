#!/usr/bin/env bash
# Simulates the pipeline in one thread under seeds: crashes, duplicates, reordering, lying verifiers.
# usage: ./dev sim [--seed N] [--seeds COUNT]
# Exit codes: 0 everything holds, 1 a seed broke an invariant (its trace is printed), 2 usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mvn --batch-mode --no-transfer-progress -q -pl core -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/sim.classpath >&2
exec "$JAVA_HOME/bin/java" -Xmx1g \
  -cp "core/target/test-classes:core/target/classes:$(cat core/target/sim.classpath)" \
  dev.assay.core.sim.Simulation "$@"
