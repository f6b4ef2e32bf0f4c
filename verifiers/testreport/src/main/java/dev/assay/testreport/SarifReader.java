package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.Set;

/**
 * SARIF 2.1.0: the results of each run with the levels that section 3.27.10 gives them. Suppressed
 * results and those a baseline calls absent do not count; a run that tells it failed makes the
 * report inconclusive. A result that does not tell its invocation has the most severe of its
 * levels.
 *
 * @see <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html">SARIF 2.1.0</a>
 */
final class SarifReader {

  /** With members of other formats, which would hide in it. */
  private static final Set<String> ROOT =
      Set.of("version", "runs", "inlineExternalProperties", "results", "exitCode");

  private static final Set<String> RUN =
      Set.of("tool", "results", "invocations", "artifacts", "externalPropertyFileReferences");

  private final Tally tally;
  private final Severity failOn;
  private boolean versioned;
  private boolean ran;

  SarifReader(Tally tally, Severity failOn) {
    this.tally = tally;
    this.failOn = failOn;
  }

  void read(JsonCursor cursor) throws IOException {
    cursor.object(
        ROOT,
        member -> {
          switch (member) {
            case "results", "exitCode" ->
                throw new UnreadableReportException(InconclusiveReason.MALFORMED);
            case "version" -> {
              versioned = cursor.text().equals("2.1.0");
              if (!versioned) {
                throw new UnreadableReportException(InconclusiveReason.UNKNOWN_FORMAT);
              }
            }
            case "runs" -> cursor.array(() -> run(cursor));
            default -> cursor.array(() -> external(cursor));
          }
        });
    if (!versioned) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    if (!ran) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
  }

  private void run(JsonCursor cursor) throws IOException {
    ran = true;
    SarifRun run = new SarifRun(tally, failOn);
    cursor.object(
        RUN,
        member -> {
          switch (member) {
            case "tool" -> run.tool(cursor);
            case "results" -> run.results(cursor);
            case "invocations" -> cursor.array(() -> run.invocation(cursor));
            case "artifacts" -> cursor.array(() -> run.artifact(cursor));
            default -> external(cursor);
          }
        });
    run.close();
  }

  /** Results, rules and invocations kept outside their run were not seen. */
  private void external(JsonCursor cursor) throws IOException {
    if (!cursor.on(JsonToken.START_OBJECT)) {
      cursor.skip();
      return;
    }
    cursor.object(
        Set.of("results", "driver", "extensions", "invocations"),
        _ -> {
          tally.inconclusive(InconclusiveReason.TRUNCATED);
          cursor.skip();
        });
  }
}
