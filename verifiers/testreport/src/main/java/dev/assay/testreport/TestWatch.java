package dev.assay.testreport;

import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import dev.assay.testreport.Counts.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Watches for the tests that failed, and for those that a request asks for. Bounded: it keeps the
 * failing ones, those that passed in the end among them, with the smallest ids. A test that is told
 * twice passed when it passed each time. One that failed while another suite has one of its name
 * too is told and asked for also in its suite: when it is deleted, its copy does not stand for it.
 */
final class TestWatch {

  private final List<String> asked;
  private final Map<String, Ending> ended = new HashMap<>();
  private final TreeSet<NamedTest> failed = new TreeSet<>();
  private final SuiteCopies copies = new SuiteCopies();

  /** A watch for {@code asked}: ids of tests. */
  TestWatch(List<String> asked) {
    this.asked = List.copyOf(asked);
  }

  /** One for the same tests that has seen none yet. */
  TestWatch fresh() {
    return new TestWatch(asked);
  }

  void add(String name, Outcome outcome) {
    if (asked.isEmpty() && !outcome.failedOnce()) {
      return;
    }
    NamedTest test = NamedTest.of(name);
    if (asked.contains(test.id())) {
      ended.merge(test.id(), ending(outcome), TestWatch::worse);
    }
    if (outcome.failedOnce()) {
      fail(test);
    }
  }

  /** The same test, which was added, in its suite. */
  void addIn(String suite, String name, Outcome outcome) {
    copies.add(suite, name, outcome.failing());
    if (!asked.isEmpty()) {
      String id = SuiteCopies.copy(suite, name).id();
      if (asked.contains(id)) {
        ended.merge(id, ending(outcome), TestWatch::worse);
      }
    }
  }

  /** A command ended so, which no test of a report tells. */
  void ended(NamedTest end, boolean well) {
    if (asked.contains(end.id())) {
      ended.merge(end.id(), well ? Ending.PASSED : Ending.FAILED, TestWatch::worse);
    }
    if (!well) {
      fail(end);
    }
  }

  private void fail(NamedTest test) {
    failed.add(test);
    if (failed.size() > TestOutcomes.TESTS_MAX) {
      failed.pollLast();
    }
  }

  void addAll(TestWatch other) {
    other.ended.forEach((id, ending) -> ended.merge(id, ending, TestWatch::worse));
    other.failed.forEach(this::fail);
    copies.addAll(other.copies);
  }

  private static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> Ending.PASSED;
      case FLAKY -> Ending.FLAKY;
      case SKIPPED -> Ending.SKIPPED;
      case FAILED, ERRORED -> Ending.FAILED;
    };
  }

  private static Ending worse(Ending one, Ending other) {
    return rank(one) >= rank(other) ? one : other;
  }

  private static int rank(Ending ending) {
    return switch (ending) {
      case PASSED -> 0;
      case MISSING, SKIPPED -> 1;
      case FLAKY -> 2;
      case FAILED -> 3;
    };
  }

  /**
   * What was seen. A log that contradicts itself may have counted below nothing.
   *
   * @param failing tests that failed, if only once, also those without a name; those told in their
   *     suites are added
   */
  TestOutcomes outcomes(long executed, boolean trusted, long failing) {
    List<NamedTest> copied = copies.failed();
    return new TestOutcomes(
        Math.max(0, executed),
        trusted,
        Math.max(0, failing) + copied.size(),
        Stream.concat(failed.stream(), copied.stream())
            .sorted()
            .limit(TestOutcomes.TESTS_MAX)
            .toList(),
        asked.stream()
            .map(id -> new AskedTest(id, ended.getOrDefault(id, Ending.MISSING)))
            .toList());
  }
}
