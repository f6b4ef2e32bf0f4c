package dev.assay.core.director;

import dev.assay.core.director.PolicyRule.Demand;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a work item has come to require: an attempt may add to it, none takes anything away.
 *
 * @param verifiers that some attempt or a rule of the policy required, sorted; {@code
 *     testreport@test-report} where it has to be over an artifact of that role
 * @param risk the highest that some attempt named or a rule demands
 * @param failures what has failed and was not seen to pass since, sorted
 * @param evidence how what passes has to be known at least whatever the risk, or null
 * @param approvals how many people have to agree to a promotion
 * @param lowered how a person lowered the risk, or null
 * @param dropped verifiers that a person no longer requires, sorted
 */
public record Requirements(
    List<String> verifiers,
    Risk risk,
    List<Failure> failures,
    @Nullable EvidenceBasis evidence,
    int approvals,
    @Nullable Lowered lowered,
    List<String> dropped) {

  /** Verifiers that a work item may require. */
  static final int VERIFIERS_MAX = 64;

  /** Failures that are kept; one alone keeps the work item from promotion. */
  static final int FAILURES_MAX = 64;

  /** Tests that are kept of all failures together. */
  static final int TESTS_MAX = 256;

  /** Of a work item without attempts. */
  static final Requirements NONE =
      new Requirements(List.of(), Risk.LOW, List.of(), null, 0, null, List.of());

  /**
   * A verifier that failed an artifact of {@code role}.
   *
   * @param tests those that failed, by their ids, as far as they are kept; none where the verifier
   *     names none
   * @param atLeast how many tests have to run where not all that failed are kept, otherwise 0
   * @param basis how it is known: a pass that is known less well clears nothing of it
   */
  public record Failure(
      String verifier, ArtifactRole role, List<NamedTest> tests, long atLeast, EvidenceBasis basis)
      implements Comparable<Failure> {

    public Failure {
      tests = List.copyOf(tests);
    }

    /** What {@code verifier} failed, and what its report tells of single tests. */
    static Failure of(
        String verifier,
        ArtifactRole role,
        @Nullable TestOutcomes told,
        EvidenceBasis basis,
        Edition edition) {
      boolean remembered = edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES);
      EvidenceBasis known = remembered ? basis : EvidenceBasis.CLAIMED;
      if (told == null) {
        return new Failure(verifier, role, List.of(), 0, known);
      }
      boolean all = told.failing() <= told.failed().size();
      boolean unnamed = told.failed().isEmpty() && (remembered || told.executed() > 0);
      boolean silent = told.executed() == 0 && edition.isAfter(Edition.BEFORE_SEEN_SCOPES);
      return new Failure(
          verifier,
          role,
          told.failed(),
          all ? unnamed || silent ? 1 : 0 : Math.max(1, told.executed()),
          known);
    }

    boolean isAbout(Failure other) {
      return compareTo(other) == 0;
    }

    /**
     * This failure and a later one of the same verifier and role. Tests that failed before keep
     * their places: who adds failing ones drives none of them out.
     */
    Failure and(Failure later) {
      Set<NamedTest> all = new LinkedHashSet<>(tests);
      all.addAll(later.tests);
      boolean more = all.size() > TestOutcomes.TESTS_MAX;
      return new Failure(
          verifier,
          role,
          all.stream().limit(TestOutcomes.TESTS_MAX).sorted().toList(),
          Math.max(Math.max(atLeast, later.atLeast), more ? all.size() : 0),
          basis.compareTo(later.basis) < 0 ? later.basis : basis);
    }

    /** Whether tests failed whose names were not kept: how many ran since shows not which. */
    boolean hasLostTests() {
      return atLeast > 1;
    }

    /** By verifier and role; a list has one of each. */
    @Override
    public int compareTo(Failure other) {
      int byVerifier = verifier.compareTo(other.verifier);
      return byVerifier != 0 ? byVerifier : role.compareTo(other.role);
    }
  }

  /**
   * A person's word about the risk: what was named up to {@code from} counts as {@code to}.
   *
   * @param from the risk when it was lowered; an attempt that names a higher one raises it again
   */
  public record Lowered(Risk from, Risk to) {}

  public Requirements {
    verifiers = List.copyOf(verifiers);
    dropped = List.copyOf(dropped);
    failures = List.copyOf(failures);
  }

  /** With those of a further attempt under {@code policy}: the union and the maximum. */
  Requirements with(ExecutionData data, Policy policy) {
    return PolicyRule.applied(policy.demands(), data, with(data, policy.unnamedRisk()));
  }

  /**
   * With what an attempt itself requires.
   *
   * @param unnamed the risk of an attempt that names none
   */
  Requirements with(ExecutionData data, Risk unnamed) {
    TreeSet<String> all = new TreeSet<>(verifiers);
    data.requires().stream().filter(name -> !isDropped(name)).forEach(all::add);
    Risk named = Objects.requireNonNullElse(data.risk(), unnamed);
    return new Requirements(
        List.copyOf(all), raised(named), failures, evidence, approvals, lowered, dropped);
  }

  /** With what the policy demands besides. */
  Requirements and(Demand demand) {
    TreeSet<String> all = new TreeSet<>(verifiers);
    demand.verifiers().stream().filter(name -> !isDropped(name)).forEach(all::add);
    return new Requirements(
        List.copyOf(all),
        demand.risk() == null ? risk : raised(demand.risk()),
        failures,
        evidence == null || demand.evidence() != null && demand.evidence().compareTo(evidence) > 0
            ? demand.evidence()
            : evidence,
        Math.max(approvals, demand.approvals()),
        lowered,
        dropped);
  }

  /** The risk when {@code named} comes in: a person may have lowered what that counts as. */
  private Risk raised(Risk named) {
    Risk counted =
        lowered != null && named.compareTo(lowered.from()) <= 0 && named.compareTo(lowered.to()) > 0
            ? lowered.to()
            : named;
    return counted.compareTo(risk) > 0 ? counted : risk;
  }

  private boolean isDropped(String name) {
    return dropped.contains(Required.of(name).verifier());
  }

  /** Whether it still is what a work item may require. */
  boolean bounded() {
    return verifiers.size() <= VERIFIERS_MAX;
  }

  /** Whether {@code verifier} is required, for whatever artifacts. */
  boolean requires(String verifier) {
    return verifiers.stream().anyMatch(name -> Required.of(name).verifier().equals(verifier));
  }

  /** Whether {@code verifier} has failed something that did not pass since. */
  boolean failedBefore(String verifier) {
    return failures.stream().anyMatch(failure -> failure.verifier().equals(verifier));
  }

  /** After an attempt that was judged so. */
  Requirements after(Verdict verdict) {
    return switch (verdict.judgement()) {
      case FAILED, UNDECIDED -> {
        Map<Failure, Failure> all = new TreeMap<>();
        failures.forEach(failure -> all.put(failure, failure));
        verdict.failed().forEach(failure -> all.merge(failure, failure, Failure::and));
        yield with(bounded(all.values().stream().limit(FAILURES_MAX).toList()));
      }
      case PASSED -> with(verdict.uncleared());
    };
  }

  /** With what a person lowers; {@code to} is null when the risk stays. */
  Requirements lowered(@Nullable Risk to, List<String> names) {
    TreeSet<String> gone = new TreeSet<>(dropped);
    gone.addAll(names);
    return new Requirements(
        verifiers.stream().filter(name -> !gone.contains(Required.of(name).verifier())).toList(),
        to == null ? risk : to,
        failures.stream().filter(failure -> !gone.contains(failure.verifier())).toList(),
        evidence,
        approvals,
        to == null
            ? lowered
            : new Lowered(lowered == null ? risk : higher(risk, lowered.from()), to),
        gone.stream().limit(VERIFIERS_MAX).toList());
  }

  private static Risk higher(Risk one, Risk other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** The same without failures: a person takes what passed for enough. */
  Requirements accepted() {
    return with(List.of());
  }

  private Requirements with(List<Failure> now) {
    return new Requirements(verifiers, risk, now, evidence, approvals, lowered, dropped);
  }

  /** Keeps {@link #TESTS_MAX} tests; of a failure that loses some, as many have to run. */
  private static List<Failure> bounded(List<Failure> failures) {
    List<Failure> kept = new ArrayList<>();
    int left = TESTS_MAX;
    for (Failure failure : failures) {
      int all = failure.tests().size();
      kept.add(
          all <= left
              ? failure
              : new Failure(
                  failure.verifier(),
                  failure.role(),
                  failure.tests().subList(0, left),
                  Math.max(failure.atLeast(), all),
                  failure.basis()));
      left = Math.max(0, left - all);
    }
    return kept;
  }
}
