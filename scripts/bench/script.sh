#!/usr/bin/env bash
# Overhead of running a verify script: everything of one verification except the script's own work.
# usage: ./dev bench script [runs]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
classpath_file=$PWD/verifiers/script/target/bench-classpath.txt
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mkdir -p verifiers/script/target
mvn --batch-mode --quiet -pl verifiers/script -am test-compile dependency:build-classpath \
  -Dspotless.check.skip=true -Dmdep.outputFile="$classpath_file"
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m \
  -cp "verifiers/script/target/test-classes:verifiers/script/target/classes:$(cat "$classpath_file")" \
  dev.assay.script.cli.ScriptBench "${1:-200}"
