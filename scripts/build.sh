#!/usr/bin/env bash
# Builds dist/: the jars that ./assay starts, and the caches that make it start fast.
# Prints progress; usage: scripts/build.sh [--no-maven]
set -euo pipefail
home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$home"
. scripts/jdk.sh
assay_find_jdk || exit 3

# Two first starts at the same time build one after the other.
if command -v flock >/dev/null 2>&1; then
  exec 9>.build-lock
  flock 9
fi
started=$(mktemp)
trap 'rm -f "$started"' EXIT

if [ "${1:-}" != --no-maven ]; then
  command -v mvn >/dev/null 2>&1 || {
    echo "error: mvn is missing. expected: Maven 3.8.7 or newer on the PATH. next: install it, for example apt-get install maven" >&2
    exit 3
  }
  echo "building assay; this takes a few minutes and the first time needs a package registry ..."
  rm -rf cli/target/lib cli/target/assay-cli-*.jar
  mvn --batch-mode --no-transfer-progress -pl cli -am -Dmaven.test.skip=true package |
    grep --line-buffered -E '^\[(INFO|ERROR)\] (Building .*\[|.*ERROR|BUILD)|^\[ERROR\]' || exit 1
fi

rm -rf dist
mkdir -p dist/lib
cp cli/target/lib/*.jar cli/target/assay-cli-*.jar dist/lib/

java=$JAVA_HOME/bin/java
flags=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+UseSerialGC)
echo "preparing fast starts ..."
training=$(mktemp -d)
trap 'rm -rf "$training" "$started"' EXIT
"$java" "${flags[@]}" -XX:AOTCacheOutput=dist/cli.aot -cp 'dist/lib/*' -Dassay.home="$home" \
  dev.assay.cli.Training "$training" >/dev/null 2>&1 || rm -f dist/cli.aot
"$java" "${flags[@]}" -Xmx900m -XX:AOTCacheOutput=dist/up.aot -cp 'dist/lib/*' -Dassay.home="$home" \
  dev.assay.cli.AssayMain up --demo --exit --port 0 --data-dir "$training/data" >/dev/null 2>&1 || rm -f dist/up.aot
# As old as the start of the build, so that a source that changed meanwhile is built the next time.
touch -r "$started" dist/built
echo "built."
