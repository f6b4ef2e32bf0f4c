#!/usr/bin/env bash
# How many lies are promoted, and how much honest work is blocked, by kind and by the evidence that
# the standard policy demands: real projects in Python, JavaScript, Rust and Java, rows in SQLite and
# PostgreSQL. The same seed makes the same cases.
# usage: ./dev bench honesty [--seed N] [--cases N] [--directory DIR]
# exit codes: 0 sound, 1 a lie was promoted on REEXECUTED or OBSERVED evidence or honest work was not,
#             2 usage, 3 a tool is missing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3
seed=1
cases=2
directory=
while [ $# -gt 0 ]; do
  case "$1" in
    --seed) seed=$2 ;;
    --cases) cases=$2 ;;
    --directory) directory=$2 ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
  shift 2
done
missing() {
  echo "error: $1 is missing. expected: $1 on the PATH. next: install it." >&2
  exit 3
}
python=$(python3 -c 'import sys, pytest; print(sys.executable)' 2>/dev/null) || missing "python3 with pytest"
prefix=$(python3 -c 'import sys; print(sys.prefix)')
rust=$(rustc --print sysroot 2>/dev/null) || missing "rustc with cargo"
command -v node >/dev/null || missing node
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
mvn --batch-mode --no-transfer-progress -q -pl testing/system-tests -am -DskipTests -Dspotless.check.skip \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
echo "command: ./dev bench honesty --seed $seed --cases $cases"
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m -XX:+UseSerialGC \
  -cp "testing/system-tests/target/test-classes:$(cat testing/system-tests/target/bench.classpath)" \
  dev.assay.system.HonestyBench "$directory" "$seed" "$cases" "$python" "$prefix" "$rust"
