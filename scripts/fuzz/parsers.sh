#!/usr/bin/env bash
# Damages what strangers' bytes are parsed into: Avro messages, envelopes, notes and proofs. Each
# must be refused with its code or be a value that is written and read again as itself.
# usage: ./dev fuzz parsers [seed] [documents]
# Exit codes: 0 every promise was kept, 1 one was broken (its seed and bytes are printed), 2 usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
  cat <<'TEXT'
usage: ./dev fuzz parsers [seed] [documents]

  seed       the first seed, each document has the next one; the time unless given
  documents  how many for each of the two fuzzers, 1000000 unless given
TEXT
}

case "${1:-}" in -h | --help) usage; exit 0 ;; esac
seed=${1:-$(date +%s)}
documents=${2:-1000000}
if [ $# -gt 2 ] || [[ ! $seed$documents =~ ^[0-9]+$ ]]; then
  usage >&2
  exit 2
fi
. scripts/jdk.sh
assay_find_jdk
classpath=$(mktemp)
trap 'rm -f "$classpath"' EXIT
mvn --batch-mode --no-transfer-progress -q -pl schemas,core -am -DskipTests \
  package dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile="$classpath" >&2
run() {
  (cd "$1" && "$JAVA_HOME/bin/java" -Xmx128m \
    -cp "target/test-classes:target/classes:$(cat "$classpath")" "$2" "$seed" "$documents")
}
echo "damaged Avro messages: seed $seed, $documents of them"
run schemas dev.assay.schemas.avro.AvroFuzz
echo "damaged envelopes, notes, checkpoints and proofs: seed $seed, $documents of them"
run core dev.assay.core.fuzz.ParserFuzz
