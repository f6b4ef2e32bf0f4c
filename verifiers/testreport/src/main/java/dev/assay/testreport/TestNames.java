package dev.assay.testreport;

import dev.assay.schemas.Digests;
import dev.assay.testreport.Counts.Outcome;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The tests that reports name, and how each ended. The names are a stranger's: they are compared
 * and listed in documents, and never part of a summary. A test that is told twice failed when it
 * failed once.
 */
public final class TestNames {

  private final Map<String, Outcome> ended = new LinkedHashMap<>();
  private boolean complete = true;

  TestNames() {}

  void add(String name, Outcome outcome) {
    String key =
        name.length() > TestReportLimits.NAME_CHARS_COMPARED_MAX ? Digests.sha256Hex(name) : name;
    if (ended.size() < TestReportLimits.NAMES_MAX || ended.containsKey(key)) {
      ended.merge(key, outcome, TestNames::worse);
    } else {
      complete = false;
    }
  }

  void addAll(TestNames others) {
    others.ended.forEach(this::add);
    complete &= others.complete;
  }

  private static Outcome worse(Outcome one, Outcome other) {
    return rank(one) >= rank(other) ? one : other;
  }

  private static int rank(Outcome outcome) {
    return switch (outcome) {
      case SKIPPED -> 0;
      case PASSED -> 1;
      case FLAKY -> 2;
      case FAILED -> 3;
      case ERRORED -> 4;
    };
  }

  /** The tests that passed in the end, also those that failed first. */
  public Set<String> passed() {
    return where(outcome -> outcome == Outcome.PASSED || outcome == Outcome.FLAKY);
  }

  /** The tests that failed or broke. */
  public Set<String> failed() {
    return where(Outcome::failing);
  }

  /** The tests that failed and then passed within one run. */
  public Set<String> flaky() {
    return where(outcome -> outcome == Outcome.FLAKY);
  }

  /** The tests that were not executed. */
  public Set<String> skipped() {
    return where(outcome -> outcome == Outcome.SKIPPED);
  }

  /** All of them. */
  public Set<String> all() {
    return Set.copyOf(ended.keySet());
  }

  /** Whether none was left out because there were too many. */
  public boolean isComplete() {
    return complete;
  }

  private Set<String> where(Predicate<Outcome> how) {
    return ended.entrySet().stream()
        .filter(test -> how.test(test.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
