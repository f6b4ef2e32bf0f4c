package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a report tells of single tests, beside the report, so that a failure is cleared by the tests
 * that failed and by no others.
 *
 * @param executed tests that ran, or files and findings of a scan; of nothing nothing follows
 * @param trusted whether the tests were laid over the workspace from a trusted source
 * @param failing tests that failed, also those that are not listed
 * @param failed those of them with the smallest ids, sorted by id
 * @param asked how the tests ended that the request asked for
 */
public record TestOutcomes(
    long executed, boolean trusted, long failing, List<NamedTest> failed, List<AskedTest> asked) {

  /** Tests that a request may ask for, and that a report may list. */
  public static final int TESTS_MAX = 64;

  /** Hex digits of a test's id. */
  public static final int ID_CHARS = 32;

  /** Characters of a name that shows. */
  public static final int NAME_CHARS_MAX = 160;

  /** One blank stands between a class and its method. */
  private static final String MARKS = "_$.:#/[]()- ";

  /** How a test ended. */
  public enum Ending {
    PASSED,
    FAILED,
    FLAKY,
    SKIPPED,
    MISSING
  }

  /**
   * A test.
   *
   * @param name as the report has it, when it shows: a name like those in code, not a sentence
   */
  public record NamedTest(String id, @Nullable String name) implements Comparable<NamedTest> {

    public NamedTest {
      id = testId("tests.id", id);
      Require.that(
          name == null || shows(name),
          ErrorCode.INVALID_FIELD,
          "tests.name",
          "expected the name of a test like one in code, found other characters");
    }

    /** The test that a report names so, whatever characters that has. */
    public static NamedTest of(String name) {
      return new NamedTest(TestOutcomes.id(name), shows(name) ? name : null);
    }

    @Override
    public int compareTo(NamedTest other) {
      return id.compareTo(other.id);
    }
  }

  /** How a test ended that was asked for. */
  public record AskedTest(String id, Ending ended) {

    public AskedTest {
      id = testId("tests.asked.id", id);
      ended = Require.present("tests.asked.ended", ended);
    }
  }

  public TestOutcomes {
    Require.range("tests.executed", executed, 0, Long.MAX_VALUE);
    Require.range("tests.failing", failing, 0, Long.MAX_VALUE);
    failed = Require.list("tests.failed", failed, TESTS_MAX);
    asked = Require.list("tests.asked", asked, TESTS_MAX);
  }

  /** Of a report without single tests. */
  public static TestOutcomes counted(long executed) {
    return new TestOutcomes(executed, false, 0, List.of(), List.of());
  }

  /** The id of the test that a report names so. */
  public static String id(String name) {
    return Digests.sha256Hex(name).substring(0, ID_CHARS);
  }

  /** Checks the id of a test. */
  static String testId(String field, @Nullable String id) {
    String text = Require.text(field, id, ID_CHARS);
    Require.that(
        text.length() == ID_CHARS
            && text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f'),
        ErrorCode.INVALID_FIELD,
        field,
        "expected the id of a test, 32 lower-case hex digits, found " + Require.quoted(text));
    return text;
  }

  private static boolean shows(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_CHARS_MAX
        && name.indexOf(' ') == name.lastIndexOf(' ')
        && name.chars()
            .allMatch(c ->
                c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || MARKS.indexOf(c) >= 0);
  }
}
