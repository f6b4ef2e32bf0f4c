#!/usr/bin/env bash
# POST /v1/traces on one core: requests of tool spans in protobuf and in JSON, each kept in the
# artifact store and the journal before it is answered; then the memory of 10,000 open runs. Client
# and server share the core, and the ratio is to a SHA-256 of the same bytes in the same run.
# usage: ./dev bench otlp [spans in a request] [connections] [seconds] [seconds of warm-up]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn --batch-mode --no-transfer-progress -q -pl ingest-service -am -DskipTests \
  -Dspotless.check.skip test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/bench.classpath >&2
echo "machine: one of $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
echo "command: ./dev bench otlp $*"
m=ingest-service/target
exec taskset -c 0 "${JAVA_HOME:?}/bin/java" -Xmx512m --sun-misc-unsafe-memory-access=allow \
  -cp "$m/test-classes:$m/classes:$(cat $m/bench.classpath)" dev.assay.ingest.OtlpBench "$@"
