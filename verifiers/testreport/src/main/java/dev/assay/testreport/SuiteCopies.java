package dev.assay.testreport;

import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tests of one name that stand in several suites of a report. What is told twice in one suite is a
 * retry and no copy. Bounded: of the tests beyond {@link TestReportLimits#SUITED_TESTS_MAX} no
 * copies are seen, and it keeps the failing ones with the smallest ids.
 */
final class SuiteCopies {

  /** By hash of a test's name that of the first suite; a clash makes a copy too many at most. */
  private final Map<Integer, Integer> suites = new HashMap<>();

  /** Hashes of the names that several suites have. */
  private final Set<Integer> copied = new HashSet<>();

  private final TreeMap<NamedTest, Integer> failed = new TreeMap<>();

  /** The test of that name in that suite; no report can name a test so that it has this id. */
  static NamedTest copy(String suite, String name) {
    return new NamedTest(
        TestOutcomes.id(suite + '\0' + name), NamedTest.of(suite + "::" + name).name());
  }

  void add(String suite, String name, boolean failing) {
    Integer test = name.hashCode();
    stands(test, suite.hashCode());
    if (failing) {
      fail(copy(suite, name), test);
    }
  }

  void addAll(SuiteCopies others) {
    others.suites.forEach(this::stands);
    copied.addAll(others.copied);
    others.failed.forEach(this::fail);
  }

  /** A test stands in a suite; both by their hashes. */
  private void stands(Integer test, Integer place) {
    if (suites.size() < TestReportLimits.SUITED_TESTS_MAX || suites.containsKey(test)) {
      Integer first = suites.putIfAbsent(test, place);
      if (first != null && !first.equals(place)) {
        copied.add(test);
      }
    }
  }

  private void fail(NamedTest copy, Integer test) {
    failed.put(copy, test);
    if (failed.size() > TestOutcomes.TESTS_MAX) {
      failed.pollLastEntry();
    }
  }

  /** Those that failed in a suite while another suite has a test of their name. */
  List<NamedTest> failed() {
    return failed.entrySet().stream()
        .filter(test -> copied.contains(test.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
