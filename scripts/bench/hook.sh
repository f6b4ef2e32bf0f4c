#!/usr/bin/env bash
# assay hook Stop, start to exit: a claim that is submitted to a server that decides at once.
# usage: ./dev bench hook [claims]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
./assay --version >&2 # builds when the sources are newer
mvn --batch-mode --no-transfer-progress -q -pl clients/gate -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench hook $*"
m=clients/gate/target
export ASSAY_KEEP_BUILD=1
exec "${JAVA_HOME:?}/bin/java" -cp "$m/test-classes:$m/classes:$(cat $m/bench.classpath)" \
  dev.assay.gate.HookBench "$PWD/assay" "$@"
