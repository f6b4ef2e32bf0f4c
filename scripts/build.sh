#!/usr/bin/env bash
# Builds dist/: the jars that ./assay starts, and the caches that make it start fast.
# Prints progress; usage: scripts/build.sh [--no-maven]
set -euo pipefail
home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$home"
. scripts/jdk.sh
. scripts/maven.sh
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
  assay_mvn -pl cli -am -Dmaven.test.skip=true package |
    grep --line-buffered -E '^\[(INFO|ERROR)\] (Building .*\[|.*ERROR|BUILD)|^\[ERROR\]' || exit 1
fi

rm -rf dist
mkdir -p dist/lib
cp cli/target/lib/*.jar cli/target/assay-cli-*.jar dist/lib/

# class_path <name> <folder...>: the jars of the modules and what they need, without the others; in
# the versions that are in dist/lib.
class_path() {
  local name=$1 module artifact jar
  shift
  {
    echo assay-cli
    for module in "$@"; do
      basename "$module"/target/assay-*.jar .jar | sed 's:-[0-9].*::'
      { cat "$module/target/classpath.txt" && echo; } | tr ':' '\n' | sed 's:.*/::; s:-[0-9].*::'
    done
  } | awk '!seen[$0]++' | while read -r artifact; do
    for jar in dist/lib/"$artifact"-[0-9]*.jar; do
      [ ! -f "$jar" ] || printf '%s:' "${jar#dist/}"
    done
  done | sed 's/:$//' >"dist/$name.classpath"
  echo >>"dist/$name.classpath"
}
class_path quick verifiers/quick
class_path contracts verifiers/quick
class_path checks verifiers/cf-verify verifiers/agency-verify verifiers/delegation
class_path hook clients/gate
scripts/caches.sh "$home"
# As old as the start of the build, so that a source that changed meanwhile is built the next time.
touch -r "$started" dist/built
echo "built."
