package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.XmlReports.XmlHandler;

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
  public void start(XmlElement element) throws UnreadableReportException {
    depth++;
    switch (element.name()) {
      case "file" -> {
        file = element.text("name");
        tally.scan().scannedOne();
      }
      case "error" -> {
        String word = element.attribute("severity");
        Severity reported = word == null ? Severity.ERROR : Severity.of(word);
        if (reported == null) {
          throw new UnreadableReportException(InconclusiveReason.MALFORMED);
        }
        severity = reported;
        rule = element.text("source");
        message = element.text("message");
        start = element.tag().offset();
      }
      case "exception" -> tally.inconclusive(InconclusiveReason.SCAN_FAILED);
      default -> {
        if (depth > 1) {
          throw new UnreadableReportException(InconclusiveReason.MALFORMED);
        }
      }
    }
  }

  @Override
  public void text(char[] characters, int offset, int length) {
    // The format keeps everything in attributes.
  }

  @Override
  public void end(String name, long end) throws UnreadableReportException {
    depth--;
    if (name.equals("error")) {
      tally.finding(
          severity, severity.compareTo(failOn) >= 0, rule, message, file, Span.between(start, end));
    }
  }

  @Override
  public void finish() {
    // Everything was reported when the elements ended.
  }
}
