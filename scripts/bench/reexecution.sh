#!/usr/bin/env bash
# What a re-execution adds to the time of its command, unpacking apart.
# usage: ./dev bench reexecution [runs]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
classpath_file=$PWD/verifiers/reexecution/target/bench-classpath.txt
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mkdir -p verifiers/reexecution/target
mvn --batch-mode --quiet -pl verifiers/reexecution -am test-compile dependency:build-classpath \
  -Dspotless.check.skip=true -Dmdep.outputFile="$classpath_file"
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m \
  -cp "verifiers/reexecution/target/test-classes:verifiers/reexecution/target/classes:$(cat "$classpath_file")" \
  dev.assay.reexecution.RerunBench "${1:-100}"
