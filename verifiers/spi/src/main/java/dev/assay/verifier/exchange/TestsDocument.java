package dev.assay.verifier.exchange;

import dev.assay.schemas.Require;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a verifier in another language tells of single tests, by the names that they have each time.
 * It need not name all that passed: those that the request asks for are enough.
 *
 * @param executed how many ran; absent means those that are named
 * @param passed names of tests that passed
 * @param failed of those that failed
 * @param flaky of those that failed and then passed
 * @param skipped of those that did not run
 */
public record TestsDocument(
    @Nullable Long executed,
    List<String> passed,
    List<String> failed,
    List<String> flaky,
    List<String> skipped) {

  /** Names of one kind; an answer has room for no more. */
  static final int NAMES_MAX = 16_384;

  /** Characters of a name. */
  static final int NAME_CHARS_MAX = 1_000;

  /** Checks the bounds. */
  public TestsDocument {
    passed = names("tests.passed", passed);
    failed = names("tests.failed", failed);
    flaky = names("tests.flaky", flaky);
    skipped = names("tests.skipped", skipped);
    long named = (long) passed.size() + failed.size() + flaky.size();
    executed =
        Require.range(
            "tests.executed",
            Objects.requireNonNullElse(executed, named),
            named,
            Integer.MAX_VALUE);
  }

  private static List<String> names(String field, @Nullable List<String> names) {
    List<String> all = Require.list(field, Objects.requireNonNullElse(names, List.of()), NAMES_MAX);
    all.forEach(name -> Require.text(field, name, NAME_CHARS_MAX));
    return all;
  }

  /**
   * What they say of the tests that a request asks for. One that is told in several ways ended the
   * worst of them.
   *
   * @param asked ids of tests
   */
  TestOutcomes outcomes(List<String> asked) {
    Map<String, Ending> ended = new HashMap<>();
    put(ended, passed, Ending.PASSED);
    put(ended, skipped, Ending.SKIPPED);
    put(ended, flaky, Ending.FLAKY);
    put(ended, failed, Ending.FAILED);
    List<NamedTest> failing = failed.stream().map(NamedTest::of).distinct().sorted().toList();
    return new TestOutcomes(
        Objects.requireNonNull(executed, "filled in"),
        false,
        failing.size(),
        failing.stream().limit(TestOutcomes.TESTS_MAX).toList(),
        asked.stream()
            .map(id -> new AskedTest(id, ended.getOrDefault(id, Ending.MISSING)))
            .toList());
  }

  private static void put(Map<String, Ending> ended, List<String> names, Ending ending) {
    names.forEach(name -> ended.put(TestOutcomes.id(name), ending));
  }
}
