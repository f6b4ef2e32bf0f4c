# Starts Maven for ./dev and scripts/build.sh, from the root of the sources. Sourced after jdk.sh.

# assay_mvn <arguments>: Maven whose compilations share one loaded Error Prone (.mvn/jvm.config).
assay_mvn() {
  local classes=target/shared-processors
  [ "$classes/SharedProcessors.class" -nt .mvn/SharedProcessors.java ] ||
    "$JAVA_HOME/bin/javac" -proc:none -d "$classes" .mvn/SharedProcessors.java || return 1
  mvn --batch-mode --no-transfer-progress "$@"
}
