#!/usr/bin/env bash
# Compares the interpreter with starlark-go on generated programs, then looks for crashes.
# usage: ./dev fuzz starlark [seed] [programs]
# Exit codes: 0 all agree (or the other implementation is not installed), 1 something differs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. scripts/jdk.sh
assay_find_jdk

seed=${1:-$(date +%s)}
programs=${2:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn --batch-mode --quiet -pl verifiers/starlark -am -DskipTests test-compile
run() { "$JAVA_HOME/bin/java" -Xmx1g -cp "verifiers/starlark/target/classes:verifiers/starlark/target/test-classes" "$@"; }

echo "crash fuzzing: seed $seed"
run dev.assay.starlark.fuzz.CrashFuzz "$seed" "$programs"

source_root=${STARLARK_GO_GOPATH:-/usr/share/gocode}
if ! command -v go >/dev/null 2>&1 || [ ! -d "$source_root/src/go.starlark.net" ]; then
  echo "SKIPPED: comparison with starlark-go."
  echo "  expected: go on the PATH and go.starlark.net under $source_root/src"
  echo "  next:     apt-get install golang-go golang-starlark-dev, or set STARLARK_GO_GOPATH"
  exit 0
fi

mkdir -p "$work/src/oracle"
cat >"$work/src/oracle/main.go" <<'GO'
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkjson"
)

func main() {
	resolve.AllowFloat, resolve.AllowSet, resolve.AllowLambda, resolve.AllowNestedDef = true, true, true, true
	encode := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	for in.Scan() {
		source, err := base64.StdEncoding.DecodeString(in.Text())
		if err != nil {
			panic(err)
		}
		var printed strings.Builder
		thread := &starlark.Thread{Print: func(_ *starlark.Thread, msg string) { printed.WriteString(msg + "\n") }}
		thread.SetMaxExecutionSteps(10000000)
		predeclared := starlark.StringDict{"json": starlarkjson.Module}
		if _, err := starlark.ExecFile(thread, "fuzz.star", string(source), predeclared); err != nil {
			fmt.Printf("err %s %s\n", encode(printed.String()), encode(err.Error()))
		} else {
			fmt.Printf("ok %s \n", encode(printed.String()))
		}
	}
}
GO
(cd "$work/src/oracle" && GO111MODULE=off GOFLAGS= GOCACHE="$work/cache" GOPATH="$work:$source_root" go build -o "$work/oracle" .)
echo "comparing with starlark-go: seed $seed"
run dev.assay.starlark.fuzz.OracleComparison "$seed" "$programs" "$work/oracle"
