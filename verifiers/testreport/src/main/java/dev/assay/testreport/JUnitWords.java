package dev.assay.testreport;

import dev.assay.testreport.Counts.Outcome;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private static final Set<String> DENIALS = Set.of("false", "no");

  private static final Set<String> TELLING =
      Set.of("failures", "errors", "failed", "status", "result", "outcome", "success");

  private static final Set<String> TESTS = Set.of("testsuites", "testsuite", "testcase");

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

  /** Whether a word, of an element or an attribute, tells that a test failed. */
  static boolean tellFailure(String word) {
    return FAILED.contains(plain(word)) || ERRORED.contains(plain(word));
  }

  /** Whether an element's attributes tell that a test, or a suite, failed. */
  static boolean tellFailure(XmlElement element) {
    return denied(element)
        || Stream.of("status", "result", "outcome")
            .anyMatch(attribute -> tellFailure(element.text(attribute)));
  }

  /** Whether an element is a test or a suite in another spelling than JUnit's. */
  static boolean isTest(String element) {
    return TESTS.contains(plain(element));
  }

  /** Whether a test case's attributes tell that it failed; of a suite, 0 is a count. */
  static boolean deny(XmlElement testCase) {
    return denied(testCase)
        || testCase.text("success").equals("0")
        || testCase.text("passed").equals("0");
  }

  private static boolean denied(XmlElement element) {
    return element.hasOtherCase(TELLING)
        || DENIALS.contains(element.text("success").toLowerCase(Locale.ROOT))
        || DENIALS.contains(element.text("passed").toLowerCase(Locale.ROOT))
        || element.text("failed").equalsIgnoreCase("true");
  }

  private static String plain(String reported) {
    return BLANKS.matcher(reported.toLowerCase(Locale.ROOT)).replaceAll("");
  }
}
