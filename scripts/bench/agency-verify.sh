#!/usr/bin/env bash
# Overhead of running a verify script: everything of one verification except the script's own work.
# usage: ./dev bench agency-verify [runs]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
classpath_file=$PWD/verifiers/agency-verify/target/bench-classpath.txt
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
mkdir -p verifiers/agency-verify/target
mvn --batch-mode --quiet -pl verifiers/agency-verify -am test-compile dependency:build-classpath \
  -Dspotless.check.skip=true -Dmdep.outputFile="$classpath_file"
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m \
  -cp "verifiers/agency-verify/target/test-classes:verifiers/agency-verify/target/classes:$(cat "$classpath_file")" \
  dev.assay.agencyverify.cli.ScriptBench "${1:-200}"
