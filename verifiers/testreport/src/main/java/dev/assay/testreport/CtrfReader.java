package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Common Test Report Format: {@code results.tests[]} with their {@code results.summary}. What ended
 * as {@code other} neither passed nor failed; it is counted as skipped and rules a pass out.
 *
 * @see <a href="https://ctrf.io/docs/specification/overview">the CTRF specification</a>
 */
final class CtrfReader {

  /** With members of other formats, which would hide in it. */
  private static final Set<String> ROOT =
      Set.of(
          "results",
          "runs",
          "exitCode",
          "success",
          "numFailedTests",
          "numFailedTestSuites",
          "testResults",
          "stats");

  private static final Set<String> SUMMARY =
      Set.of("tests", "passed", "failed", "skipped", "pending", "other", "flaky");
  private static final Set<String> TEST =
      Set.of("name", "status", "message", "trace", "flaky", "retries", "retryAttempts", "suite");

  private static final Set<String> WELL = Set.of("passed", "skipped", "pending");

  private final Tally tally;
  private final Map<String, Long> summary = new HashMap<>();
  private final Counts counts = new Counts();
  private boolean listed;
  private long others;

  CtrfReader(Tally tally) {
    this.tally = tally;
  }

  void read(JsonCursor cursor) throws IOException {
    cursor.object(
        ROOT,
        member -> {
          if (!member.equals("results")) {
            throw new UnreadableReportException(InconclusiveReason.MALFORMED);
          }
          results(cursor);
        });
    if (!listed || !summary.containsKey("tests")) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    boolean passedDiffers =
        summary.containsKey("passed")
            && summary.get("passed") != counts.of(Outcome.PASSED) + counts.of(Outcome.FLAKY);
    boolean flakyDiffers = declared("flaky") > counts.of(Outcome.FLAKY);
    boolean skippedDiffers =
        declared("skipped") > counts.of(Outcome.SKIPPED) - others - declared("pending");
    boolean othersDiffer = declared("other") > others;
    if (summary.get("tests") != counts.total()
        || passedDiffers
        || skippedDiffers
        || flakyDiffers
        || othersDiffer) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (declared("failed") > counts.failing()) {
      tally.unlistedFailures(
          "the summary declares failures that the report does not list",
          declared("failed") - counts.failing());
    } else if (others > 0 && counts.failing() == 0) {
      tally.inconclusive(InconclusiveReason.UNDECIDED);
    }
  }

  private long declared(String kind) {
    return summary.getOrDefault(kind, 0L);
  }

  private static long count(JsonCursor cursor) throws IOException {
    long count = cursor.number();
    if (count < 0 || count > TestReportLimits.COUNT_MAX) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return count;
  }

  private void results(JsonCursor cursor) throws IOException {
    cursor.object(
        Set.of("summary", "tests"),
        name -> {
          if (name.equals("summary")) {
            cursor.object(SUMMARY, key -> summary.put(key, count(cursor)));
          } else {
            listed = true;
            cursor.array(() -> test(cursor));
          }
        });
  }

  private void test(JsonCursor cursor) throws IOException {
    long start = cursor.start();
    OpenTest test = new OpenTest();
    cursor.object(
        TEST,
        member -> {
          switch (member) {
            case "name" -> test.name = cursor.text();
            case "status" -> test.status = cursor.text();
            case "message" -> test.message = cursor.textOrSkip();
            case "trace" -> test.trace = cursor.textOrSkip();
            case "flaky" -> test.flaky |= cursor.truth();
            case "retries" -> test.flaky |= cursor.number() > 0;
            case "retryAttempts" -> attempts(cursor, test);
            default -> test.suite = suite(cursor);
          }
        });
    Outcome outcome = test.outcome();
    others += test.status.equals("other") ? 1 : 0;
    counts.add(outcome);
    switch (outcome) {
      case PASSED, SKIPPED -> tally.test(test.fullName(), outcome);
      case FAILED, ERRORED, FLAKY ->
          tally.failure(outcome, test.failure(), Span.between(start, cursor.end()));
    }
  }

  /** The names of suites from the outermost on, or, as older reporters write it, one text. */
  private static String suite(JsonCursor cursor) throws IOException {
    if (!cursor.on(JsonToken.START_ARRAY)) {
      return cursor.textOrSkip();
    }
    StringBuilder path = new StringBuilder();
    cursor.array(() -> {
      String name = cursor.textOrSkip();
      if (path.length() < TestReportLimits.FAILURE_CHARS_MAX) {
        path.append(path.isEmpty() ? "" : " > ").append(name);
      }
    });
    return path.toString();
  }

  private static void attempts(JsonCursor cursor, OpenTest test) throws IOException {
    cursor.array(
        () -> cursor.object(Set.of("status"), _ -> test.flaky |= unwell(cursor.textOrSkip())));
  }

  /** Whether an attempt did not end well; words that are not known tell so, too. */
  private static boolean unwell(String status) {
    return !status.isEmpty() && !WELL.contains(status);
  }

  private static final class OpenTest {
    String name = "";
    String suite = "";
    String status = "";
    boolean flaky;
    @Nullable String message;
    @Nullable String trace;

    Outcome outcome() throws UnreadableReportException {
      return switch (status) {
        case "passed" -> flaky ? Outcome.FLAKY : Outcome.PASSED;
        case "failed" -> Outcome.FAILED;
        case "skipped", "pending", "other" -> Outcome.SKIPPED;
        default -> throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      };
    }

    String fullName() {
      return suite.isEmpty() ? name : suite + " " + name;
    }

    FailureText failure() {
      return new FailureText(fullName(), null, message, trace);
    }
  }
}
