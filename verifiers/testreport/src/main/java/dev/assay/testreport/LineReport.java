package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;

/** A structured report that is read out of the lines of a text, in a tally of its own. */
abstract class LineReport {

  private final Tally tally;
  private boolean stopped;

  LineReport(Format format, Tally like) {
    tally = like.fresh();
    tally.format(format);
  }

  final Tally tally() {
    return tally;
  }

  /**
   * Takes the next line; what cannot be read ends this report, not the text.
   *
   * @return whether the line is no other reader's business
   */
  final boolean take(String text, Lines.Line line) throws IOException {
    if (stopped) {
      return false;
    }
    try {
      return line(text, line);
    } catch (UnreadableReportException stop) {
      stop(stop);
      return true;
    }
  }

  /** Called once, after the last line. */
  final void finish() {
    if (stopped) {
      return;
    }
    try {
      end();
    } catch (UnreadableReportException stop) {
      stop(stop);
    }
  }

  private void stop(UnreadableReportException stop) {
    tally.inconclusive(stop.reason());
    stopped = true;
  }

  abstract boolean line(String text, Lines.Line line) throws IOException;

  abstract void end() throws UnreadableReportException;

  /** Whether the text holds any line of the format. */
  abstract boolean recognised();

  /** Whether those lines make a run, and not only a scrap that a test printed. */
  abstract boolean isRun();
}
