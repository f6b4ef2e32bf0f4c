# Finds a JDK 25 and exports JAVA_HOME. Sourced by ./assay and ./dev.
# Order: ASSAY_JAVA_HOME, JAVA_HOME, java on the PATH, the usual installation directories.

assay_is_jdk25() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && grep -qs '^JAVA_VERSION="25[."]' "$1/release"
}

assay_find_jdk() {
  local candidate on_path=""
  if command -v java >/dev/null 2>&1; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
  fi
  for candidate in "${ASSAY_JAVA_HOME:-}" "${JAVA_HOME:-}" "$on_path" \
    /usr/lib/jvm/*25* /opt/java/*25* /opt/jdk*25* "$HOME"/.sdkman/candidates/java/25* \
    "$HOME"/.jdks/*25* /Library/Java/JavaVirtualMachines/*25*/Contents/Home; do
    if [ -n "$candidate" ] && assay_is_jdk25 "$candidate"; then
      JAVA_HOME=$candidate
      export JAVA_HOME
      return 0
    fi
  done
  {
    echo "error: no JDK 25 found."
    echo "  expected: a JDK 25 in ASSAY_JAVA_HOME, JAVA_HOME, on the PATH or in a usual place such as /usr/lib/jvm"
    echo "  found:    ${on_path:-no java at all}"
    echo "  next:     install one (for example Eclipse Temurin 25) and set JAVA_HOME to it"
  } >&2
  return 1
}
