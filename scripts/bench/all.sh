#!/usr/bin/env bash
# Runs the benchmarks one after the other and writes what they print, with machine, date and commit,
# into the page docs/performance.md, in the place of what an earlier run wrote there. One that fails
# is shown as failed; the others go on. It takes an hour and a half. --short takes a few seconds for
# each phase: it shows that they run, not how fast the system is. --seconds is for the phases and the
# warm-up of those that run the whole system.
# usage: ./dev bench all [--short] [--seconds N] [--only NAME,...] [--page FILE]
# exit codes: 0 all ran, 1 one of them failed, 2 usage
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
begin='<!-- written by ./dev bench all -->'
end='<!-- end of what ./dev bench all wrote -->'
page=docs/performance.md
only=
short=
seconds=
usage() {
  sed -n 's/^# usage: /usage: /p' scripts/bench/all.sh >&2
  exit 2
}
while [ $# -gt 0 ]; do
  case "$1" in
    --short) short=1 ;;
    --only | --page | --seconds)
      [ $# -ge 2 ] || usage
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    *) usage ;;
  esac
  shift
done
{ grep -qxF -- "$begin" "$page" && grep -qxF -- "$end" "$page"; } || {
  echo "error: expected the lines '$begin' and '$end' in $page. next: put them where the figures belong." >&2
  exit 2
}
if [ -n "$short" ]; then
  phases="--seconds ${seconds:-5} --warm-up ${seconds:-5}"
  sustained=$phases
  rows=2000
  entries=2000
  quick=('director -f 1 -wi 1 -i 1' 'director-stream --warm-up 5 --seconds 5' 'ingest 8 8 3' 'reexecution 5' 'hook 5' 'console --seconds 5 --times 1')
else
  phases="--seconds ${seconds:-60} --warm-up ${seconds:-120}"
  sustained="--seconds ${seconds:-300} --warm-up ${seconds:-120}"
  rows=1000000
  entries=1000000
  quick=(director director-stream ingest reexecution hook console)
fi
disk=${phases#--seconds }
disk=${disk%% *}
benchmarks=(
  "pipeline $sustained" "latency $phases" "scenarios $phases" "disk --seconds $disk"
  'log sqlite' 'log postgres' "store sqlite --attestations $rows" "store postgres --attestations $rows"
  "audit --entries $entries" "${quick[@]}" otlp artifacts authentication quick
)
if [ -n "$only" ]; then
  chosen=()
  for benchmark in "${benchmarks[@]}"; do
    case ",$only," in *",${benchmark%% *},"*) chosen+=("$benchmark") ;; esac
  done
  [ ${#chosen[@]} -gt 0 ] || {
    echo "error: expected names of benchmarks after --only, found $only. next: one of $(printf '%s\n' "${benchmarks[@]}" | cut -d' ' -f1 | uniq | paste -sd, -)." >&2
    exit 2
  }
  benchmarks=("${chosen[@]}")
fi
figures=$(mktemp)
trap 'rm -f "$figures" "$figures.one"' EXIT
{
  printf '%s\n\n' "$begin"
  printf 'Measured on %s with %s%s: %s processors, %s, %s GiB of memory, %s, load %s before the first.\n' \
    "$(date -u +%F)" "$(git rev-parse --short HEAD)" "$(git diff --quiet HEAD || echo ' and changes to it')" \
    "$(nproc)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    "$(awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo)" "$(uname -sr)" \
    "$(cut -d' ' -f1 /proc/loadavg)"
  [ -z "$short" ] || printf '\nWith `--short`: these figures show that the benchmarks run, not how fast the system is.\n'
} >"$figures"
failed=0
number=0
for benchmark in "${benchmarks[@]}"; do
  number=$((number + 1))
  echo "$number of ${#benchmarks[@]}: ./dev bench $benchmark ($(date -u +%T))" >&2
  read -ra words <<<"$benchmark"
  code=0
  ./dev bench "${words[@]}" >"$figures.one" || code=$?
  {
    printf '\n### `./dev bench %s`\n\n' "$benchmark"
    [ "$code" -eq 0 ] || printf 'It failed with exit code %s.\n\n' "$code"
    printf '```\n'
    # Without what Java and JMH say of their own files, which are of this machine.
    sed -e '/^# VM invoker/d' -e '/^WARNING: /d' -e 's/[[:space:]]*$//' "$figures.one"
    printf '```\n'
  } >>"$figures"
  [ "$code" -eq 0 ] || failed=1
done
printf '\n%s\n' "$end" >>"$figures"
awk -v begin="$begin" -v end="$end" -v figures="$figures" '
  $0 == begin { while ((getline line < figures) > 0) print line; skipping = 1 }
  !skipping { print }
  $0 == end { skipping = 0 }
' "$page" >"$figures.one"
cat "$figures.one" >"$page"
echo "written to $page" >&2
exit "$failed"
