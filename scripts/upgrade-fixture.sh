#!/usr/bin/env bash
# Writes a data directory with an earlier build, for UpgradeIT, which starts it with this one.
# usage: scripts/upgrade-fixture.sh TREE NAME
#   TREE  a checkout of the earlier commit in which ./dev build has run
#   NAME  of the archive testing/system-tests/src/test/resources/upgrade/NAME.tar.gz
set -euo pipefail
[ $# -eq 2 ] || {
  sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
tree=$(cd "$1" && pwd -P)
archive=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/testing/system-tests/src/test/resources/upgrade/$2.tar.gz
umask 077
work=$(mktemp -d)
data=$work/data
shown=$work/shown
server=
cleanup() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
mkdir -p "$data" "$shown/attestations" "$shown/work-items"
echo 'canary: {intervalSeconds: 0}' >"$data/assay.yaml"

ASSAY_KEEP_BUILD=1 "$tree/assay" up --port 0 --data-dir "$data" >"$work/out" 2>&1 &
server=$!
for _ in $(seq 600); do
  kill -0 "$server" 2>/dev/null || {
    cat "$work/out" >&2
    exit 1
  }
  url=$(cat "$data/url" 2>/dev/null || true)
  [ -z "$url" ] || ! curl -fs -o "$work/ready" "$url/readyz" || break
  sleep 0.5
done
token=$data/tokens/operator
[ -f "$token" ] || token=$data/token # before there were principals
call() { # call PATH [curl's options...]
  local path=$1
  shift
  curl -fsS -H "Authorization: Bearer $(cat "$token")" "$@" "$url$path"
}

report() { # report TESTS FAILURES
  local failure='' tests=$1
  [ "$2" -eq 0 ] || failure='<failure type="java.lang.AssertionError" message="expected 2 but was 3"/>'
  printf '<testsuite name="%s" tests="1" failures="%s" errors="0" skipped="0"><testcase classname="%s" name="addsUp">%s</testcase></testsuite>\n' \
    "$tests" "$2" "$tests" "$failure"
}
submit() { # submit WORK-ITEM WORK-ITEM-ATTEMPT FAILURES WAIT-SECONDS [members of its data]
  report "$1" "$3" >"$work/report.xml"
  call /v1/artifacts -o "$work/stored" -H 'Content-Type: application/xml' -T "$work/report.xml"
  cat >"$work/event.json" <<JSON
{"specversion":"1.0","type":"dev.assay.execution.v1","source":"assay:upgrade","id":"$2","datacontenttype":"application/json",
 "data":{"workItem":"$1","run":"run-1","attempt":${2##*-},"agent":{"fleet":"upgrades","id":"agent-1"},"claims":["all tests pass"],
  "artifacts":[{"role":"test-report","sha256":"$(sha256sum "$work/report.xml" | cut -d' ' -f1)","size":$(stat -c %s "$work/report.xml"),
   "mediaType":"application/xml"}]${5:-}}}
JSON
  call "/v1/executions?wait=$4" -H 'Content-Type: application/cloudevents+json' --data-binary @"$work/event.json"
  echo
}
question='.*"approval":{"id":"\([0-9a-f]*\)".*'

submit promoted promoted-1 0 100
submit repaired repaired-1 1 100
submit repaired repaired-2 0 100
submit demoted demoted-1 0 100
submit demoted demoted-2 1 100
submit answered answered-1 0 100 ',"hints":["preference-missing"]' | tee "$work/asked"
call "/v1/approvals/$(sed -n "s/$question/\1/p" "$work/asked" | tr -d '\n')?wait=100" \
  -H 'Content-Type: application/json' -d '{"answer":"proceed","reason":"the short one is meant"}'
echo
submit retried retried-1 1 100
submit asked asked-1 0 100 ',"hints":["preference-missing"]'

# What it shows once reads have all of it.
items='promoted repaired demoted answered retried asked'
attestations() { call '/v1/attestations?limit=100' | grep -o '"id" *: *"[0-9a-f]\{64\}"' | grep -o '[0-9a-f]\{64\}'; }
known=
while [ "$known" != "$(attestations)" ]; do
  known=$(attestations)
  sleep 3
done
for item in $items; do call "/v1/work-items/$item" >"$shown/work-items/$item.json"; done
for id in $known; do call "/v1/attestations/$id" >"$shown/attestations/$id.json"; done
call /v1/keys >"$shown/keys.json"
call /checkpoint >"$shown/checkpoint"

# One that was accepted when the system is stopped: decided by this build, or by the next.
submit underway underway-1 0 0
kill "$server"
wait "$server" || true
server=

mkdir -p "$(dirname "$archive")"
tar --sort=name --owner=0 --group=0 --numeric-owner -C "$work" -c data shown | gzip -9n >"$archive"
stat -c '%s bytes: %n' "$archive"
