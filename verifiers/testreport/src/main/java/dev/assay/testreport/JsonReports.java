package dev.assay.testreport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;

/** Reads reports that are one JSON object. */
final class JsonReports {

  /** Reads the members of a report's root object. */
  interface RootReader {
    void read(JsonCursor cursor) throws IOException;
  }

  private JsonReports() {}

  static void read(CountedInput source, Tally tally, TestReportConfig config, Format format)
      throws IOException {
    tally.format(format);
    RootReader reader =
        switch (format) {
          case SARIF -> new SarifReader(tally, config.failOn())::read;
          case CTRF -> new CtrfReader(tally)::read;
          case PROCESS_EXIT -> new ExitReader(tally)::read;
          default -> throw new UnreadableReportException(InconclusiveReason.UNKNOWN_FORMAT);
        };
    ByteReader bytes = new ByteReader(source);
    try (JsonCursor cursor = JsonCursor.over(bytes, 0)) {
      if (cursor.next() != JsonToken.START_OBJECT) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      reader.read(cursor);
      if (cursor.next() != null) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
    } catch (JacksonException e) {
      source.rethrowFailure();
      source.rethrowStop();
      throw new UnreadableReportException(reasonOf(e));
    }
    if (bytes.badUtf8()) {
      tally.inconclusive(InconclusiveReason.BAD_ENCODING);
    }
  }

  /** What a parser's complaint means. */
  static InconclusiveReason reasonOf(JacksonException e) {
    if (e instanceof StreamConstraintsException) {
      boolean deep = e.getOriginalMessage().contains("nesting depth");
      return deep ? InconclusiveReason.TOO_DEEP : InconclusiveReason.TOKEN_TOO_LARGE;
    }
    return e instanceof JsonEOFException
        ? InconclusiveReason.TRUNCATED
        : InconclusiveReason.MALFORMED;
  }
}
