# Finds a JDK 25 and exports JAVA_HOME. Sourced by ./assay and ./dev.
# Order: ASSAY_JAVA_HOME, JAVA_HOME, java on the PATH, the usual installation directories.
# Starts no process before the last two: every start of ./assay pays for this.

assay_is_jdk25() {
  local line
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in JAVA_VERSION=\"25[.\"]*) return 0 ;; esac
  done <"$1/release"
  return 1
}

assay_use_jdk25() {
  [ -n "$1" ] && assay_is_jdk25 "$1" || return 1
  JAVA_HOME=$1
  export JAVA_HOME
}

assay_find_jdk() {
  local candidate on_path=""
  assay_use_jdk25 "${ASSAY_JAVA_HOME:-}" && return 0
  assay_use_jdk25 "${JAVA_HOME:-}" && return 0
  if candidate=$(command -v java); then
    on_path=$(readlink -f "$candidate")
    on_path=${on_path%/*/*}
    assay_use_jdk25 "$on_path" && return 0
  fi
  for candidate in /usr/lib/jvm/*25* /opt/java/*25* /opt/jdk*25* \
    "$HOME"/.sdkman/candidates/java/25* "$HOME"/.jdks/*25* \
    /Library/Java/JavaVirtualMachines/*25*/Contents/Home; do
    assay_use_jdk25 "$candidate" && return 0
  done
  {
    echo "error: no JDK 25 found."
    echo "  expected: a JDK 25 in ASSAY_JAVA_HOME, JAVA_HOME, on the PATH or in a usual place such as /usr/lib/jvm"
    echo "  found:    ${on_path:-no java at all}"
    echo "  next:     install one (for example Eclipse Temurin 25) and set JAVA_HOME to it"
  } >&2
  return 1
}
