package dev.assay.testreport;

import dev.assay.testreport.Counts.Outcome;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words by which dialects of JUnit XML tell how a test ended. */
final class JUnitWords {

  private static final Pattern BLANKS = Pattern.compile("[\\s_-]+");

  private static final Set<String> PASSED =
      Set.of(
          "",
          "run",
          "passed",
          "pass",
          "success",
          "successful",
          "succeeded",
          "ok",
          "completed",
          "complete",
          "finished",
          "done",
          "executed",
          "fixed");

  private static final Set<String> SKIPPED =
      Set.of(
          "notrun",
          "skipped",
          "skip",
          "disabled",
          "pending",
          "suppressed",
          "ignored",
          "untested",
          "undefined",
          "todo");

  private static final Set<String> FAILED = Set.of("failed", "failure", "failures", "fail");

  private static final Set<String> ERRORED =
      Set.of(
          "error",
          "errors",
          "errored",
          "exception",
          "fatal",
          "timeout",
          "timedout",
          "interrupted",
          "cancelled",
          "canceled",
          "aborted",
          "broken",
          "crashed",
          "killed",
          "panicked");

  private static final Set<String> DENIALS = Set.of("false", "no", "0");

  private JUnitWords() {}

  /** What an attribute says of a test; null for a word that is not known. */
  static @Nullable Outcome outcome(String reported) {
    String word = plain(reported);
    return PASSED.contains(word)
        ? Outcome.PASSED
        : SKIPPED.contains(word)
            ? Outcome.SKIPPED
            : FAILED.contains(word)
                ? Outcome.FAILED
                : ERRORED.contains(word) ? Outcome.ERRORED : null;
  }

  /** Whether an element of that name tells that a test failed. */
  static boolean tellFailure(String element) {
    return FAILED.contains(plain(element)) || ERRORED.contains(plain(element));
  }

  /** Whether an attribute that says whether a test succeeded says that it did not. */
  static boolean deny(String reported) {
    return DENIALS.contains(reported.toLowerCase(Locale.ROOT));
  }

  private static String plain(String reported) {
    return BLANKS.matcher(reported.toLowerCase(Locale.ROOT)).replaceAll("");
  }
}
