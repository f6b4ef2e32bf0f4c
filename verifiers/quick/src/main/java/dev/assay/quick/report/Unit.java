package dev.assay.quick.report;

import dev.assay.quick.ingest.Ingest.Action;
import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.plan.UnitPlan;
import java.util.List;

/**
 * One checked claim: where it came from, what was planned, what was found.
 *
 * @param id {@code u} and a running number
 * @param exported whether the registry has an entry for it
 */
public record Unit(String id, Action action, UnitPlan plan, UnitFinding finding, boolean exported) {

  /** What the database said. */
  public UnitVerdict verdict() {
    return finding.verdict();
  }

  /** Why it is not verified; empty when it is. */
  public List<ReasonCode> codes() {
    return finding.codes();
  }

  boolean verified() {
    return verdict() == UnitVerdict.VERIFIED;
  }

  String kind() {
    return switch (plan) {
      case UnitPlan.RowCheck _, UnitPlan.Gap _ -> "row";
      case UnitPlan.RelatedCheck _ -> "related_exists";
    };
  }

  /** What the database said about one unit. */
  public enum UnitVerdict {
    /** The row or relation is there and agrees. */
    VERIFIED("verified"),
    /** The database contradicts the claim. */
    FAIL("fail"),
    /** Nothing was established. */
    UNCERTAIN("uncertain");

    private final String word;

    UnitVerdict(String word) {
      this.word = word;
    }

    /** The word that documents use. */
    public String word() {
      return word;
    }
  }
}
