#!/usr/bin/env bash
# What the simulation says of two processors, beside what was measured there, and of fleets for 10^4,
# 10^5 and 10^6 events a second; see docs/scaling.md.
# usage: ./dev bench scaling
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
[ $# -eq 0 ] || {
  sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
mvn --batch-mode --no-transfer-progress -q -pl testing/system-tests -am -DskipTests -Dspotless.check.skip test-compile >&2
echo "command: ./dev bench scaling"
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp testing/system-tests/target/test-classes dev.assay.system.ScalingBench
