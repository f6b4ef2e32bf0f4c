#!/usr/bin/env bash
# What it takes to find a request's principal and check its permission, on one thread.
# usage: ./dev bench authentication [principals]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn --batch-mode --no-transfer-progress -q -pl platform/http -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench authentication $*"
m=platform/http/target
exec "${JAVA_HOME:?}/bin/java" -Xmx512m --sun-misc-unsafe-memory-access=allow \
  -cp "$m/test-classes:$m/classes:$(cat $m/bench.classpath)" dev.assay.http.AuthenticationBench "$@"
