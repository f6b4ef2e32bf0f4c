package dev.assay.testreport;

/**
 * Checkstyle's XML, which many linters write: {@code <error severity source message>} inside {@code
 * <file name>} inside {@code <checkstyle>}.
 */
final class CheckstyleHandler implements XmlHandler {

  private final Tally tally;
  private final Severity failOn;
  private String file = "";
  private String rule = "";
  private String message = "";
  private Severity severity = Severity.NONE;
  private long start;
  private int depth;

  CheckstyleHandler(Tally tally, Severity failOn) {
    this.tally = tally;
    this.failOn = failOn;
    tally.format(Format.CHECKSTYLE_XML);
  }

  @Override
  public void start(XmlElement element) throws StopReading {
    depth++;
    switch (element.name()) {
      case "file" -> {
        file = element.text("name");
        tally.scanned();
      }
      case "error" -> {
        String word = element.attribute("severity");
        Severity told = word == null ? Severity.ERROR : Severity.of(word);
        if (told == null) {
          throw new StopReading(Trouble.MALFORMED);
        }
        severity = told;
        rule = element.text("source");
        message = element.text("message");
        start = element.tag().offset();
      }
      case "exception" -> tally.trouble(Trouble.SCAN_FAILED);
      default -> {
        if (depth > 1) {
          throw new StopReading(Trouble.MALFORMED);
        }
      }
    }
  }

  @Override
  public void text(char[] characters, int offset, int length) {
    // The format keeps everything in attributes.
  }

  @Override
  public void end(String name, long end) throws StopReading {
    depth--;
    if (name.equals("error")) {
      tally.finding(
          severity,
          severity.compareTo(failOn) >= 0,
          rule,
          severity.code() + " " + rule + ": " + message + " in " + file,
          Span.between(start, end));
    }
  }

  @Override
  public void finish() {
    // Everything was told when the elements ended.
  }
}
