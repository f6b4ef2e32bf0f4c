#!/usr/bin/env bash
# POST /v1/executions alone: distinct small events over kept-alive connections, one by one and
# pipelined, against a publisher that acknowledges at once; client and server share the machine.
# usage: ./dev bench ingest [connections] [requests in flight on each] [seconds]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn --batch-mode --no-transfer-progress -q -pl ingest-service -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench ingest $*"
m=ingest-service/target
exec "${JAVA_HOME:?}/bin/java" -Xmx512m --sun-misc-unsafe-memory-access=allow \
  -cp "$m/test-classes:$m/classes:$(cat $m/bench.classpath)" dev.assay.ingest.IngestBench "$@"
