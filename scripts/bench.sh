# Sourced by the benchmarks that run a class of the system tests, from the repository's root.
. scripts/jdk.sh
[ -n "${JAVA_HOME:-}" ] || assay_find_jdk || exit 3

# bench_options NAME... -- ARGUMENT...
# Sets a variable for each --NAME VALUE of the arguments (warm_up for --warm-up). For anything else it
# prints the usage line of the benchmark and ends it. $directory is a new one unless given, and goes
# with the benchmark.
bench_options() {
  local known=" "
  while [ "$1" != -- ]; do
    known+="$1 "
    shift
  done
  shift
  directory=
  while [ $# -gt 0 ]; do
    local name=${1#--}
    if [ "$name" = "$1" ] || [ $# -lt 2 ] || [[ $known != *" $name "* ]]; then
      sed -n 's/^# usage: /usage: /p' "$0" >&2
      exit 2
    fi
    printf -v "${name//-/_}" %s "$2"
    shift 2
  done
  if [ -z "$directory" ]; then
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
  fi
}

# bench_begin COMMAND: compiles the classes, and tells machine and command.
bench_begin() {
  mvn --batch-mode --no-transfer-progress -q -pl testing/system-tests -am -DskipTests -Dspotless.check.skip \
    test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath >&2
  echo "machine: $(nproc) cores, $(sed -n 's/model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr), load average $(bench_load) before"
  echo "command: ./dev bench $1; java: $("$JAVA_HOME/bin/java" -version 2>&1 | sed -n 3p)"
}

bench_load() {
  cut -d' ' -f1-3 /proc/loadavg
}

# bench_class CLASS ARGUMENT...: runs a class of dev.assay.system.
bench_class() {
  local class=$1
  shift
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m -XX:+UseSerialGC \
    -cp "testing/system-tests/target/test-classes:$(cat testing/system-tests/target/bench.classpath)" \
    "dev.assay.system.$class" "$@"
  echo "load average $(bench_load) after"
}
