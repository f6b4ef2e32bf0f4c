package dev.assay.core.director;

import dev.assay.core.director.Requirements.Failure;
import dev.assay.core.failure.Names;
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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the passes of one attempt clear of what failed before: a verifier that passed an artifact of
 * the same role clears the tests that it saw to pass, by name, and so does a run of Assay's own of
 * tests of a trusted source, whatever verifier they failed. One that was deleted, renamed or
 * skipped stays.
 */
final class Clearing {

  private record Pass(EvidenceBasis basis, @Nullable TestOutcomes told, boolean stale) {

    /** Whether it only reads again what was there when it failed. */
    boolean isOld() {
      return stale && basis.compareTo(EvidenceBasis.OBSERVED) < 0;
    }
  }

  private final Map<Failure, List<Pass>> passes = new TreeMap<>();
  private final Set<String> trusted = new HashSet<>();
  private final Edition edition;
  private boolean anyTrusted;

  Clearing(Edition edition) {
    this.edition = edition;
  }

  /**
   * {@code about} passed.
   *
   * @param basis how that is known, with what somebody vouches for
   * @param told what the report tells of single tests, or null
   * @param own whether the verifier is Assay's own: that tests were trusted ones is no other's word
   * @param stale whether the artifact had come when something failed last
   */
  void passed(
      Failure about, EvidenceBasis basis, @Nullable TestOutcomes told, boolean own, boolean stale) {
    passes.computeIfAbsent(about, _ -> new ArrayList<>()).add(new Pass(basis, told, stale));
    if (basis == EvidenceBasis.REEXECUTED
        && told != null
        && told.trusted()
        && told.executed() > 0) {
      anyTrusted = true;
      if (own) {
        trusted.addAll(passed(told).toList());
      }
    }
  }

  /** Whether a trusted run waives the person for all that is gone, as it did before. */
  boolean waivesAll() {
    return anyTrusted && !edition.isAfter(Edition.BEFORE_NAMED_TRUST);
  }

  /** Ids of the tests that were asked for and passed. */
  private static Stream<String> passed(TestOutcomes told) {
    return told.asked().stream().filter(test -> test.ended() == Ending.PASSED).map(AskedTest::id);
  }

  /** Those of {@code failures} whose verifier has passed nothing of that role known as well. */
  List<Failure> missed(List<Failure> failures) {
    return failures.stream()
        .filter(failure ->
            passes.getOrDefault(failure, List.of()).stream()
                .noneMatch(pass -> pass.basis().compareTo(failure.basis()) >= 0))
        .toList();
  }

  /** Whether one of {@code required} passed only what shows that nothing ran. */
  boolean isEmptyFor(List<String> required) {
    return required.stream()
        .anyMatch(name -> {
          List<@Nullable TestOutcomes> seen = new ArrayList<>();
          passes.forEach((about, passed) -> {
            if (Required.of(name).isMetBy(about.verifier(), about.role())) {
              passed.forEach(pass -> seen.add(pass.told()));
            }
          });
          return !seen.isEmpty()
              && seen.stream().allMatch(told -> told != null && told.executed() == 0);
        });
  }

  /**
   * What stays of those of {@code failures} whose verifier has passed something of that role. Where
   * passes are known in different ways, only those known best clear: a claim beside a witnessed
   * report is a claim. Bytes that were there when it failed say nothing of what came since.
   *
   * @param counting whether tests whose names are not known may be cleared by the number that ran
   */
  List<Failure> uncleared(List<Failure> failures, boolean counting) {
    List<Failure> left = new ArrayList<>();
    for (Failure failure : failures) {
      List<TestOutcomes> seen = best(passes.getOrDefault(failure, List.of()));
      Set<String> passed = seen.stream().flatMap(Clearing::passed).collect(Collectors.toSet());
      if (edition.isAfter(Edition.BEFORE_NAMED_TRUST)) {
        passed.addAll(trusted);
      }
      List<NamedTest> unseen =
          failure.tests().stream().filter(test -> !passed.contains(test.id())).toList();
      long ran = seen.stream().mapToLong(TestOutcomes::executed).max().orElse(0);
      boolean counted = ran >= failure.atLeast() && (counting || !failure.hasLostTests());
      if (passes.containsKey(failure) && (!unseen.isEmpty() || !counted)) {
        left.add(
            new Failure(
                failure.verifier(),
                failure.role(),
                unseen,
                counted ? 0 : failure.atLeast(),
                failure.basis()));
      }
    }
    return List.copyOf(left);
  }

  /** What those tell that are known best. */
  private static List<TestOutcomes> best(List<Pass> passes) {
    return passes.stream()
        .map(Pass::basis)
        .max(Comparator.naturalOrder())
        .map(best ->
            passes.stream()
                .filter(pass -> pass.basis() == best && !pass.isOld())
                .map(Pass::told)
                .filter(Objects::nonNull)
                .toList())
        .orElse(List.of());
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
        failure.tests().stream()
            .map(NamedTest::name)
            .filter(name -> name != null && isShown(name))
            .toList();
    long unnamed = failure.tests().size() - (long) names.size();
    return new Missing(failure.verifier(), failure.role(), names, unnamed + failure.atLeast());
  }

  /** Whether each word of it is a name as any other place shows names. */
  private static boolean isShown(String name) {
    return Stream.of(name.split(" ", -1)).allMatch(word -> Names.shown(word).equals(word));
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
