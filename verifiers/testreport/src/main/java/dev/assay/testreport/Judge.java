package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.core.failure.Signatures;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.Tally.Failure;
import dev.assay.verifier.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns what was counted into a finding. Pure: the same tally and exit code give the same finding.
 */
final class Judge {

  private static final Comparator<FailureSignature> VARIANTS =
      Comparator.comparing(
          FailureSignature::variant, Comparator.nullsFirst(Comparator.naturalOrder()));

  private final Tally tally;
  private final String artifact;
  private final @Nullable Integer exitCode;

  private Judge(Tally tally, String artifact, @Nullable Integer exitCode) {
    this.tally = tally;
    this.artifact = artifact;
    this.exitCode = exitCode;
  }

  /**
   * The finding about one report.
   *
   * @param artifact the report's SHA-256
   * @param exitCode the exit code of the command that made the report, or null when it is unknown
   */
  static Finding judge(Tally tally, String artifact, @Nullable Integer exitCode) {
    return new Judge(tally, artifact, exitCode).finding();
  }

  private Finding finding() {
    noteUnreadFailure();
    noteUncountedFailures();
    noteEmptiness();
    Result result = result();
    return Finding.of(
        result,
        signatures(result),
        Phrases.summary(tally, result, exitCode),
        Phrases.nextActions(result),
        confidence(result),
        hypertheses(result),
        pointers());
  }

  /**
   * A runner that is not read says that it failed, and nothing else bears it out: neither a failure
   * that was read nor the exit code.
   */
  private void noteUnreadFailure() {
    Span line = tally.unreadFailure();
    boolean borneOut = failing(tally) || exitCode != null && exitCode != 0;
    if (line != null && !borneOut) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
      tally.cite(
          FailureText.ofRun("console log", "a runner that is not read says it failed"),
          Outcome.FAILED.code(),
          line);
    }
  }

  /** A report that tells failures and counts none contradicts itself. */
  private void noteUncountedFailures() {
    boolean counted = failing(tally) || tally.counts().of(Outcome.FLAKY) > 0;
    if (tally.failuresSeen() > 0 && !counted) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }

  private void noteEmptiness() {
    if (!tally.reasons().isEmpty() || tally.declared() != null) {
      return;
    }
    switch (tally.format().kind()) {
      case TESTS, LOG -> {
        if (tally.counts().executed() == 0) {
          boolean none = tally.counts().total() == 0;
          tally.inconclusive(
              none ? InconclusiveReason.NOTHING_EXECUTED : InconclusiveReason.ALL_SKIPPED);
        } else if (tally.isUndecided() && tally.counts().failing() == 0 && exitCode == null) {
          tally.inconclusive(InconclusiveReason.UNDECIDED);
        } else if (tally.format().kind() == Format.Kind.LOG
            && tally.isOpenEnded()
            && tally.counts().failing() == 0
            && exitCode == null) {
          tally.inconclusive(InconclusiveReason.NO_END);
        } else if ((tally.unlistedSubtests() > 0 || tally.countsAssertions()) && exitCode == null) {
          tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
        }
      }
      case FINDINGS -> {
        boolean silent = tally.scan().findings() == 0 && tally.scan().scanned() == 0;
        if (silent && exitCode == null) {
          tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
        }
      }
      case EXIT -> {
        // The record itself is the evidence.
      }
    }
  }

  private Result result() {
    boolean onlyTotals =
        tally.reasons().stream().allMatch(t -> t == InconclusiveReason.TOTALS_DIFFER);
    if (failing(tally) && onlyTotals) {
      return Result.FAIL;
    }
    if (!tally.reasons().isEmpty()) {
      return Result.INCONCLUSIVE;
    }
    if (tally.counts().of(Outcome.FLAKY) > 0) {
      return Result.FLAKY;
    }
    return exitCode != null && exitCode != 0 ? Result.FAIL : Result.PASS;
  }

  /** Whether the report itself tells a failure. */
  static boolean failing(Tally tally) {
    return tally.counts().failing() > 0 || tally.scan().blocking() > 0 || tally.declared() != null;
  }

  private List<FailureSignature> signatures(Result result) {
    Map<String, FailureSignature> distinct = new TreeMap<>();
    for (Failure failure : tally.failures()) {
      distinct.merge(failure.signature().id(), failure.signature(), Judge::first);
    }
    FailureSignature declared = tally.declared();
    if (distinct.isEmpty() && declared != null) {
      distinct.put(declared.id(), declared);
    }
    if (distinct.isEmpty() && result == Result.FAIL) {
      FailureSignature contradiction =
          Signatures.of("exit", "exit code " + exitCode + " although the report tells no failure");
      distinct.put(contradiction.id(), contradiction);
    }
    return distinct.values().stream().limit(Limits.FAILURE_SIGNATURES_MAX).toList();
  }

  /** Of two variants of one failure the same, in whichever order tests run. */
  private static FailureSignature first(FailureSignature one, FailureSignature other) {
    return VARIANTS.compare(one, other) <= 0 ? one : other;
  }

  private List<Pointer> pointers() {
    return tally.failures().stream()
        .limit(Limits.POINTERS_MAX)
        .map(failure -> new Pointer(artifact, failure.span().offset(), failure.span().length()))
        .distinct()
        .toList();
  }

  private double confidence(Result result) {
    boolean log = tally.format().kind() == Format.Kind.LOG;
    boolean exitOnly = tally.format().kind() == Format.Kind.EXIT;
    return switch (result) {
      case PASS -> exitOnly ? 0.5 : log ? 0.7 : exitCode == null ? 0.9 : 0.95;
      case FAIL -> log ? 0.85 : 0.95;
      case FLAKY -> 0.8;
      case INCONCLUSIVE -> 0.5;
    };
  }

  private List<Hyperthesis> hypertheses(Result result) {
    List<Hyperthesis> all = new ArrayList<>();
    for (InconclusiveReason reason : tally.reasons()) {
      all.add(new Hyperthesis(reason.blindSpot(), reason.why(), reason.risk(), reason.bound()));
    }
    if (result == Result.FLAKY) {
      all.add(
          new Hyperthesis(
              "Tests that failed and then passed unchanged: "
                  + tally.counts().of(Outcome.FLAKY)
                  + "; which of the two outcomes is right is unknown.",
              Why.SEMANTICS,
              Risk.MEDIUM,
              "Run those tests alone in a clean environment, several times."));
    }
    long skipped = tally.counts().of(Outcome.SKIPPED);
    if (skipped > 0 && result != Result.INCONCLUSIVE) {
      all.add(
          new Hyperthesis(
              "Tests that were skipped: " + skipped + "; what they cover was not shown to work.",
              Why.MISSING_DATA,
              Risk.LOW,
              "Run the skipped tests where they can run."));
    }
    if (result == Result.PASS) {
      all.addAll(Phrases.passDisclosures(tally, exitCode));
    }
    return all.size() > Limits.HYPERTHESES_MAX ? all.subList(0, Limits.HYPERTHESES_MAX) : all;
  }
}
