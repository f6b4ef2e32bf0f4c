package dev.assay.core.director;

import dev.assay.core.director.Requirements.Failure;
import dev.assay.schemas.message.Decision.Missing;
import dev.assay.schemas.message.Decision.Uncleared;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the passes of one attempt clear of what failed before: a verifier that passed an artifact of
 * the same role clears the tests that it saw to pass, by name. One that was deleted, renamed or
 * skipped stays.
 */
final class Clearing {

  private final Map<Failure, List<@Nullable TestOutcomes>> passes = new TreeMap<>();
  private boolean trusted;

  /**
   * {@code about} passed.
   *
   * @param basis how that is known, or null
   * @param told what the report tells of single tests, or null
   */
  void passed(Failure about, @Nullable EvidenceBasis basis, @Nullable TestOutcomes told) {
    passes.computeIfAbsent(about, _ -> new ArrayList<>()).add(told);
    trusted |=
        basis == EvidenceBasis.REEXECUTED && told != null && told.trusted() && told.executed() > 0;
  }

  /** Whether tests of a trusted source were run by Assay itself, and passed. */
  boolean isTrusted() {
    return trusted;
  }

  /** Those of {@code failures} whose verifier has passed nothing of that role. */
  List<Failure> missed(List<Failure> failures) {
    return failures.stream().filter(failure -> !passes.containsKey(failure)).toList();
  }

  /** Whether one of {@code required} passed only what shows that nothing ran. */
  boolean isEmptyFor(List<String> required) {
    return required.stream()
        .anyMatch(name -> {
          List<@Nullable TestOutcomes> seen = new ArrayList<>();
          passes.forEach((about, told) -> {
            if (Required.of(name).isMetBy(about.verifier(), about.role())) {
              seen.addAll(told);
            }
          });
          return !seen.isEmpty()
              && seen.stream().allMatch(told -> told != null && told.executed() == 0);
        });
  }

  /** What stays of those of {@code failures} whose verifier has passed something of that role. */
  List<Failure> uncleared(List<Failure> failures) {
    List<Failure> left = new ArrayList<>();
    for (Failure failure : failures) {
      List<@Nullable TestOutcomes> seen = passes.getOrDefault(failure, List.of());
      Set<String> passed =
          seen.stream()
              .filter(Objects::nonNull)
              .flatMap(told -> told.asked().stream())
              .filter(test -> test.ended() == Ending.PASSED)
              .map(AskedTest::id)
              .collect(Collectors.toSet());
      List<NamedTest> unseen =
          failure.tests().stream().filter(test -> !passed.contains(test.id())).toList();
      long ran = seen.stream().filter(Objects::nonNull).mapToLong(TestOutcomes::executed).sum();
      long fewer = Math.max(0, failure.atLeast() - ran);
      if (!seen.isEmpty() && (!unseen.isEmpty() || fewer > 0)) {
        left.add(
            new Failure(
                failure.verifier(), failure.role(), unseen, fewer > 0 ? failure.atLeast() : 0));
      }
    }
    return List.copyOf(left);
  }

  /** As a decision shows them, or null for none. */
  static @Nullable Uncleared shown(List<Failure> uncleared) {
    List<Failure> named =
        uncleared.stream()
            .filter(failure -> !failure.tests().isEmpty() || failure.atLeast() > 0)
            .toList();
    return named.isEmpty() ? null : new Uncleared(named.stream().map(Clearing::missing).toList());
  }

  private static Missing missing(Failure failure) {
    List<String> names =
        failure.tests().stream().map(NamedTest::name).filter(Objects::nonNull).toList();
    long unnamed = failure.tests().size() - (long) names.size();
    return new Missing(failure.verifier(), failure.role(), names, unnamed + failure.atLeast());
  }

  /** What a promotion discloses that does not show such tests to pass. */
  static List<Hyperthesis> disclosed(List<Failure> uncleared) {
    return uncleared.isEmpty()
        ? List.of()
        : List.of(
            new Hyperthesis(
                "whether tests that failed in an earlier attempt pass now: what passed does not have"
                    + " them, or skips them",
                Hyperthesis.Why.MISSING_DATA,
                Risk.MEDIUM,
                "run them under the names that they had; the decision names them"));
  }
}
