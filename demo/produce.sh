#!/usr/bin/env bash
# Runs the demo project's real test runners and keeps what they write in demo/artifacts.
# Needs: JDK 25, Maven, Python 3 with pytest, Node 20 or newer, Go, unshare (util-linux).
# The runs happen in /tmp/shop on a host called "shop", with the JDK and the Maven repository
# mounted there too, so that the reports name neither the machine nor anybody's directories.
# Needs the right to make namespaces (root, or user namespaces with a mapped root).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD
. ../scripts/jdk.sh
assay_find_jdk

work=/tmp/shop
out=$here/artifacts
if [ -e "$work" ]; then
  echo "error: $work exists. expected: no such directory. next: move it away." >&2
  exit 1
fi
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cp -R project "$work"
mkdir "$work/jdk" "$work/repository"

# run <directory> <expected exit code> <command...>: runs on the neutral host, keeps the exit code.
run() {
  local directory=$1 expected=$2 code=0
  shift 2
  (cd "$work/$directory" && unshare --uts --mount sh -c '
    hostname shop
    mount --bind "$JAVA_HOME" /tmp/shop/jdk
    mount --bind "$HOME/.m2/repository" /tmp/shop/repository
    export JAVA_HOME=/tmp/shop/jdk PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
    exec "$@"' sh "$@") || code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "error: expected exit code $expected, found $code: $*" >&2
    exit 1
  fi
}

run checkout-java 0 mvn -B -q -o -Dmaven.repo.local=/tmp/shop/repository test -Dtest=CartTest
cp "$work/checkout-java/target/surefire-reports/TEST-shop.CartTest.xml" "$out/cart.surefire.xml"

rm -rf "$work/checkout-java/target"
run checkout-java 0 mvn -B -q -o -Dmaven.repo.local=/tmp/shop/repository test -Dtest=StockTest -Dsurefire.rerunFailingTestsCount=2 \
  "-DargLine=-Duser.home=/home/shop -Duser.name=shop"
cp "$work/checkout-java/target/surefire-reports/TEST-shop.StockTest.xml" "$out/stock.surefire.xml"

mv "$work/pricing-python/pricing.py" "$work/pricing-python/pricing.fixed"
mv "$work/pricing-python/pricing_first_attempt.py" "$work/pricing-python/pricing.py"
run pricing-python 1 python3 -m pytest -q -p no:cacheprovider --junitxml=report.xml test_pricing.py
cp "$work/pricing-python/report.xml" "$out/pricing-attempt-1.pytest.xml"

mv "$work/pricing-python/pricing.fixed" "$work/pricing-python/pricing.py"
run pricing-python 0 python3 -m pytest -q -p no:cacheprovider --junitxml=report.xml test_pricing.py
cp "$work/pricing-python/report.xml" "$out/pricing-attempt-2.pytest.xml"

run pricing-python 137 timeout --foreground --signal=KILL 5 \
  sh -c 'exec python3 -m pytest -v --no-header --color=no -p no:cacheprovider test_rates.py > rates.log 2>&1'
cp "$work/pricing-python/rates.log" "$out/rates.pytest.log"

run search-node 0 sh -c 'exec node --test --test-reporter=tap search.test.mjs > search.tap'
cp "$work/search-node/search.tap" "$out/search.node.tap"

run stock-go 0 sh -c 'exec go test -count=1 -json ./... > stock.json'
cp "$work/stock-go/stock.json" "$out/stock.go.jsonl"

# The liar's own "runner" writes what it likes; the workspace is packed the same way each time.
(cd "$work/till-liar" && sh run-tests.sh && mv report.xml "$out/till.forged.xml" &&
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r,a+X -cf - . |
  gzip -n >"$out/till.workspace.tar.gz")

if grep -rlF -e "$HOME/" -e "$JAVA_HOME" "$out"; then
  echo "error: expected no name of this machine in the artifacts, found the files above" >&2
  exit 1
fi
ls -l "$out"
