package dev.assay.core.director;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.Risk;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * What a work item has come to require: an attempt may add to it, none takes anything away.
 *
 * @param verifiers that some attempt required, sorted
 * @param risk the highest that some attempt named
 * @param failures what has failed and was not seen to pass since, sorted
 */
public record Requirements(List<String> verifiers, Risk risk, List<Failure> failures) {

  /** Verifiers that a work item may require. */
  static final int VERIFIERS_MAX = 64;

  /** Failures that are kept; one alone keeps the work item from promotion. */
  static final int FAILURES_MAX = 64;

  /** Of a work item without attempts. */
  static final Requirements NONE = new Requirements(List.of(), Risk.LOW, List.of());

  /** A verifier that failed an artifact of {@code role}. */
  public record Failure(String verifier, ArtifactRole role) implements Comparable<Failure> {

    @Override
    public int compareTo(Failure other) {
      int byVerifier = verifier.compareTo(other.verifier);
      return byVerifier != 0 ? byVerifier : role.compareTo(other.role);
    }
  }

  public Requirements {
    verifiers = List.copyOf(verifiers);
    failures = List.copyOf(failures);
  }

  /**
   * With those of a further attempt: the union and the maximum.
   *
   * @param unnamed the risk of an attempt that names none
   */
  Requirements with(ExecutionData data, Risk unnamed) {
    TreeSet<String> all = new TreeSet<>(verifiers);
    all.addAll(data.requires());
    Risk named = Objects.requireNonNullElse(data.risk(), unnamed);
    return new Requirements(List.copyOf(all), named.compareTo(risk) > 0 ? named : risk, failures);
  }

  /** Whether it still is what a work item may require. */
  boolean bounded() {
    return verifiers.size() <= VERIFIERS_MAX;
  }

  /** Whether {@code verifier} has failed something that did not pass since. */
  boolean failedBefore(String verifier) {
    return failures.stream().anyMatch(failure -> failure.verifier().equals(verifier));
  }

  /** After an attempt that was judged so. */
  Requirements after(Verdict verdict) {
    return switch (verdict.judgement()) {
      case FAILED -> {
        TreeSet<Failure> all = new TreeSet<>(failures);
        all.addAll(verdict.failed());
        yield new Requirements(verifiers, risk, all.stream().limit(FAILURES_MAX).toList());
      }
      case PASSED -> new Requirements(verifiers, risk, List.of());
      case UNDECIDED -> this;
    };
  }
}
