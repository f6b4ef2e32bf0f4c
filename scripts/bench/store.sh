#!/usr/bin/env bash
# The lists of a large attestation store: how long a page takes for each filter and some together,
# with and without the bound of a fleet, the first page and one from the middle.
# usage: ./dev bench store [sqlite|postgres] [--attestations N] [--directory DIR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
database=sqlite
attestations=100000
directory=
while [ $# -gt 0 ]; do
  case "$1" in
    sqlite | postgres)
      database=$1
      shift
      ;;
    --attestations)
      attestations=$2
      shift 2
      ;;
    --directory)
      directory=$2
      shift 2
      ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
mvn --batch-mode --no-transfer-progress -q -pl attestation-store -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench store $database --attestations $attestations; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx1g \
  -cp "attestation-store/target/test-classes:attestation-store/target/classes:$(cat attestation-store/target/bench.classpath)" \
  dev.assay.store.StoreBench "$database" "$directory" "$attestations"
