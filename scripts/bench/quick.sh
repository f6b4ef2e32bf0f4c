#!/usr/bin/env bash
# Measures Quick Verify: verifications per second in one process, and whole runs of the command.
# usage: ./dev bench quick    (JAVA_HOME is set by ./dev)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn --batch-mode -q -pl verifiers/quick -am -DskipTests test-compile \
  dependency:build-classpath -Dmdep.outputFile="$work/classpath" >"$work/build.log" 2>&1 || {
  cat "$work/build.log" >&2
  exit 1
}
classpath="verifiers/quick/target/test-classes:verifiers/quick/target/classes:$(cat "$work/classpath")"
# The test class path brings slf4j without a provider, which would say so on standard error.
java=("$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xms32m
  -Dslf4j.internal.verbosity=ERROR -Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider)

printf 'machine: %s, %s cores, load %s; %s\n' \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" "$(nproc)" \
  "$(cut -d' ' -f1 /proc/loadavg)" "$("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 2p)"
echo "command: ./dev bench quick"

"${java[@]}" -cp "$classpath" dev.assay.quick.bench.QuickBench prepare "$work/data"
"${java[@]}" -cp "$classpath" dev.assay.quick.bench.QuickBench run "$work/data"

echo "one process each (class path, no ahead-of-time cache), best of 5"
printf '  %-34s %8s %8s %10s\n' input 'wall s' 'CPU s' 'peak MB'
for name in small large wide; do
  for _ in 1 2 3 4 5; do
    status=0
    /usr/bin/time -a -o "$work/$name.times" -f '%e %U %S %M' \
      "${java[@]}" -XX:TieredStopAtLevel=1 -cp "$classpath" dev.assay.quick.bench.QuickProcess \
      --input "$work/data/$name.ndjson" --db "$work/data/bench.sqlite" \
      --export-registry "$work/registry.json" --no-human-report >/dev/null || status=$?
    [ "$status" -le 2 ] || exit 1
  done
  case $name in
    small) what='1 call, 83 bytes' ;;
    large) what='8 MiB NDJSON' ;;
    wide) what='50 calls x 10,000 keys' ;;
  esac
  grep -v '^Command' "$work/$name.times" | sort -n | head -1 |
    awk -v what="$what" '{ printf "  %-34s %8.2f %8.2f %10.0f\n", what, $1, $2 + $3, $4 / 1024 }'
done
