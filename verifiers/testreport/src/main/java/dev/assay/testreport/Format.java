package dev.assay.testreport;

/** The formats that are read, by what the bytes say. */
enum Format {
  JUNIT_XML("junit-xml", "JUnit XML", Kind.TESTS),
  CHECKSTYLE_XML("checkstyle-xml", "Checkstyle XML", Kind.FINDINGS),
  SARIF("sarif", "SARIF", Kind.FINDINGS),
  CTRF("ctrf", "CTRF", Kind.TESTS),
  GO_TEST_JSON("go-test-json", "go test -json", Kind.TESTS),
  TAP("tap", "TAP", Kind.TESTS),
  NODE_TEST("node-test", "Node test runner output", Kind.LOG),
  CONSOLE_LOG("console-log", "console log", Kind.LOG),
  PROCESS_EXIT("process-exit", "process-exit record", Kind.EXIT),
  UNKNOWN("unknown", "unknown format", Kind.TESTS);

  /** How much a format says. */
  enum Kind {
    /** Each test is distinguished. */
    TESTS,
    /** Each finding is distinguished. */
    FINDINGS,
    /** Text for people, which a test's own output can imitate. */
    LOG,
    /** Only that a process ended. */
    EXIT
  }

  private final String code;
  private final String title;
  private final Kind kind;

  Format(String code, String title, Kind kind) {
    this.code = code;
    this.title = title;
    this.kind = kind;
  }

  String code() {
    return code;
  }

  String title() {
    return title;
  }

  Kind kind() {
    return kind;
  }
}
