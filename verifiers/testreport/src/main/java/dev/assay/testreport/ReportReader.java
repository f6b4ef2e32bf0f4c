package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.function.LongSupplier;

/** Reads one report of any format into a tally. */
final class ReportReader {

  private final Source source;
  private final long size;
  private final LongSupplier nanosLeft;

  private ReportReader(Source source, long size, LongSupplier nanosLeft) {
    this.source = source;
    this.size = size;
    this.nanosLeft = nanosLeft;
  }

  /** Gives the bytes of a report from their start; once or twice. */
  @FunctionalInterface
  interface Source {
    InputStream open() throws IOException;
  }

  /**
   * Reads all bytes of {@code source}.
   *
   * @param size how many bytes there are said to be
   */
  static void read(
      Source source, long size, LongSupplier nanosLeft, Tally tally, TestReportConfig config)
      throws IOException, InterruptedException {
    new ReportReader(source, size, nanosLeft).read(tally, config);
  }

  private void read(Tally tally, TestReportConfig config) throws IOException, InterruptedException {
    try (CountedInput input = open()) {
      try {
        Sniffer.Family family = Sniffer.family(input.peek(TestReportLimits.SNIFF_BYTES_MAX));
        dispatch(family == Sniffer.Family.LONG_OBJECT ? ofObject() : family, input, tally, config);
        input.drain();
      } catch (UnreadableReportException stop) {
        tally.inconclusive(stop.reason());
        drainQuietly(input, tally);
      }
    } catch (InterruptedIOException e) {
      InterruptedException interrupted = new InterruptedException(e.getMessage());
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private CountedInput open() throws IOException {
    return new CountedInput(source.open(), nanosLeft, size, TestReportLimits.INPUT_BYTES_MAX);
  }

  /** Reads the report once more, since its first bytes do not tell what it is. */
  private Sniffer.Family ofObject() throws IOException {
    try (CountedInput input = open()) {
      Sniffer.Family family = Sniffer.object(new ByteReader(input));
      input.rethrowFailure();
      input.rethrowStop();
      return family;
    }
  }

  /** A report that cannot be believed is still compared with its digest. */
  private static void drainQuietly(CountedInput input, Tally tally) throws IOException {
    try {
      input.drain();
    } catch (UnreadableReportException stop) {
      tally.inconclusive(stop.reason());
    }
  }

  private static void dispatch(
      Sniffer.Family family, CountedInput input, Tally tally, TestReportConfig config)
      throws IOException {
    switch (family) {
      case NOTHING -> tally.inconclusive(InconclusiveReason.EMPTY);
      case XML -> XmlReports.read(input, tally, config);
      case SARIF -> JsonReports.read(input, tally, config, Format.SARIF);
      case CTRF -> JsonReports.read(input, tally, config, Format.CTRF);
      case PROCESS_EXIT -> JsonReports.read(input, tally, config, Format.PROCESS_EXIT);
      case LONG_OBJECT, LINES -> new LogReader(tally).read(input);
      case UNREADABLE -> tally.inconclusive(InconclusiveReason.UNKNOWN_FORMAT);
    }
  }
}
