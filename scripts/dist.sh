#!/usr/bin/env bash
# Makes packages with a Java of their own, so that no JDK is needed: a tarball and, where dpkg-deb is,
# a Debian package. Both are named assay-referee; the command is assay.
# usage: ./dev dist [--out DIR]      (default: target/dist)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/jdk.sh
assay_find_jdk || exit 3
out=target/dist
while [ $# -gt 0 ]; do
  case "$1" in
    --out)
      [ $# -gt 1 ] || { echo "error: --out wants a directory; see ./dev help" >&2; exit 2; }
      out=$2
      shift
      ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
  shift
done
[ "$(uname -s)" = Linux ] || {
  echo "error: expected Linux, found $(uname -s). next: make packages where they are to run." >&2
  exit 3
}
step() { echo "dist: $*"; }

./assay --version >/dev/null # builds when the sources are newer
version=$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' pom.xml | head -n 1)
machine=$(uname -m)
case $machine in x86_64) architecture=amd64 ;; aarch64) architecture=arm64 ;; *) architecture=$machine ;; esac
name=assay-referee-$version-linux-$architecture
mkdir -p "$out"
out=$(cd "$out" && pwd -P)
work=$(mktemp -d "$out/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
stage=$work/$name
mkdir -p "$stage/dist" "$stage/scripts"

step "a Java runtime of the modules that are used"
# With what operators look into a running process: jcmd, jfr.
modules=java.base,java.desktop,java.instrument,java.logging,java.management,java.management.rmi,java.naming
modules+=,java.net.http,java.rmi,java.scripting,java.security.jgss,java.security.sasl,java.sql,java.sql.rowset
modules+=,java.transaction.xa,java.xml,java.xml.crypto,jdk.charsets,jdk.crypto.cryptoki,jdk.httpserver,jdk.jcmd
modules+=,jdk.jfr,jdk.management,jdk.management.agent,jdk.management.jfr,jdk.naming.dns,jdk.net,jdk.nio.mapmode
modules+=,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.xml.dom,jdk.zipfs
"$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages \
  --output "$stage/runtime"

step "the program"
cp -a dist/lib dist/*.classpath "$stage/dist/"
cp -a scripts/service.options "$stage/scripts/"
cp -a assay demo LICENSE README.md CHANGELOG.md "$stage/"
touch "$stage/dist/built"

step "caches for fast starts"
cp scripts/caches.sh "$stage/scripts/"
JAVA_HOME=$stage/runtime bash "$stage/scripts/caches.sh" "$stage" >/dev/null
rm "$stage/scripts/caches.sh"

step "manual pages and completions"
"$stage/assay" man --directory "$stage/share/man/man1" >/dev/null
gzip -9n "$stage"/share/man/man1/*.1
for shell in bash zsh fish; do
  mkdir -p "$stage/share/completions"
  "$stage/assay" completion "$shell" >"$stage/share/completions/assay.$shell"
done

step "$out/$name.tar.gz"
tar -C "$work" --owner=0 --group=0 --numeric-owner -czf "$work/$name.tar.gz" "$name"
mv "$work/$name.tar.gz" "$out/"
made=("$name.tar.gz")

if command -v dpkg-deb >/dev/null 2>&1; then
  # A snapshot is older than the version that it becomes.
  debian=${version/-SNAPSHOT/~snapshot}
  package=assay-referee_${debian}_$architecture.deb
  step "$out/$package"
  scripts/debian/package.sh "$stage" "$debian" "$architecture" "$work/$package"
  mv "$work/$package" "$out/"
  made+=("$package")
fi
(cd "$out" && sha256sum "${made[@]}" | tee SHA256SUMS)
