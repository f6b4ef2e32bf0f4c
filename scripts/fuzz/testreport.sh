#!/usr/bin/env bash
# Damages test reports and judges them: each must get a finding within its bounds, and none that a
# failing suite was put into may pass.
# usage: ./dev fuzz testreport [seed] [reports]
# Exit codes: 0 every promise was kept, 1 one was broken (its seed and report are printed), 2 usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
  cat <<'TEXT'
usage: ./dev fuzz testreport [seed] [reports]

  seed      the first seed, each report has the next one; the time unless given
  reports   how many, 200000 unless given; `./dev fuzz testreport SEED 1` is one again
TEXT
}

case "${1:-}" in -h | --help) usage; exit 0 ;; esac
seed=${1:-$(date +%s)}
reports=${2:-200000}
if [ $# -gt 2 ] || [[ ! $seed$reports =~ ^[0-9]+$ ]]; then
  usage >&2
  exit 2
fi
. scripts/jdk.sh
assay_find_jdk
classpath=$(mktemp)
trap 'rm -f "$classpath"' EXIT
mvn --batch-mode --no-transfer-progress -q -pl verifiers/testreport -am -DskipTests \
  package dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile="$classpath" >&2
echo "damaged test reports: seed $seed, $reports of them"
cd verifiers/testreport
"$JAVA_HOME/bin/java" -Xmx1g -cp "target/test-classes:target/classes:$(cat "$classpath")" \
  dev.assay.testreport.ReportFuzz "$seed" "$reports"
