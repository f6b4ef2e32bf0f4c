#!/usr/bin/env bash
# Makes the caches that make starts fast, of the jars in <home>/dist, for the Java in JAVA_HOME: what
# commands and services load, and for services which of their code is hot.
# usage: scripts/caches.sh HOME
set -euo pipefail
home=$(cd "$1" && pwd -P)
cd "$home"
java=$JAVA_HOME/bin/java
flags=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
quiet=(-XX:+UseSerialGC -Djava.locale.providers=SPI -Dslf4j.internal.verbosity=ERROR -Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider)
library=(-Dorg.sqlite.lib.path="$home/dist/native")
training=$(mktemp -d)
trap 'rm -rf "$training"' EXIT
echo "preparing fast starts ..."
"$java" "${flags[@]}" "${quiet[@]}" -cp 'dist/lib/*' dev.assay.cli.Training library dist/native

# train <name> <class path>: the cache of one group of commands.
train() {
  "$java" "${flags[@]}" "${quiet[@]}" "${library[@]}" -XX:AOTCacheOutput="dist/$1.aot" -cp "$2" -Dassay.home="$home" \
    dev.assay.cli.Training "$1" "$training/$1" >/dev/null 2>&1 || rm -f "dist/$1.aot"
}
for group in quick contracts checks hook; do
  read -r entries <"dist/$group.classpath"
  train "$group" "$home/dist/${entries//:/:$home/dist/}"
done
train clients "$home/dist/lib/*"
"$java" "${flags[@]}" "${library[@]}" @scripts/service.options -Xmx900m -XX:AOTCacheOutput=dist/up.aot \
  -Dassay.worker.options="-XX:AOTCacheOutput=dist/worker.aot" -cp 'dist/lib/*' -Dassay.home="$home" \
  dev.assay.cli.host.UpTraining "$training/data" >"$training/up.out" 2>&1 || {
  tail -n 5 "$training/up.out" >&2
  echo "services start without caches, which could not be made." >&2
  rm -f dist/up.aot dist/worker.aot
}
