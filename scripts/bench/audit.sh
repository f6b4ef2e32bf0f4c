#!/usr/bin/env bash
# An audit of a long log that is served: signatures, proofs, rows, order and manifests of every entry,
# and with --more "--decisions --lists" work items and lists, too.
# usage: ./dev bench audit [--entries N] [--directory DIR] [--more OPTIONS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/bench.sh
entries=1000000
more=
bench_options entries directory more -- "$@"
./assay --version >/dev/null # builds when the sources are newer
bench_begin "audit --entries $entries"
cd cli
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx1g \
  -cp "target/test-classes:target/classes:$(cat target/bench.classpath)" \
  dev.assay.cli.AuditBench "$directory" "$entries" $more
echo "load average $(bench_load) after"
