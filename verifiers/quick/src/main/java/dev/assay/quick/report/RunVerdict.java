package dev.assay.quick.report;

import dev.assay.quick.report.Unit.UnitVerdict;
import java.util.List;

/** The rollup of a run (specification A.4). */
public enum RunVerdict {
  /** Every unit is verified and nothing was left out. */
  PASS("pass", "matches_expectations", 0),
  /** Some unit fails. */
  FAIL("fail", "does_not_match", 1),
  /** Anything else. */
  UNCERTAIN("uncertain", "not_established", 2);

  private final String word;
  private final String stateRelation;
  private final int exitCode;

  RunVerdict(String word, String stateRelation, int exitCode) {
    this.word = word;
    this.stateRelation = stateRelation;
    this.exitCode = exitCode;
  }

  /** The verdict of {@code units}; {@code capped} says that actions or units were left out. */
  static RunVerdict of(List<Unit> units, boolean capped) {
    if (units.stream().anyMatch(unit -> unit.verdict() == UnitVerdict.FAIL)) {
      return FAIL;
    }
    boolean allVerified = units.stream().allMatch(unit -> unit.verdict() == UnitVerdict.VERIFIED);
    return !units.isEmpty() && allVerified && !capped ? PASS : UNCERTAIN;
  }

  /** The word that reports use. */
  public String word() {
    return word;
  }

  /** The word that certificates use. */
  public String stateRelation() {
    return stateRelation;
  }

  /** The exit code of the command. */
  public int exitCode() {
    return exitCode;
  }
}
