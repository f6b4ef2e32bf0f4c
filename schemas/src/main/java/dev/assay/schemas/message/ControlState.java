package dev.assay.schemas.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.Require;
import java.util.List;

/**
 * The registers of a work item: ASSERT, HYPOTHESIZE, DRIVE, BELIEVE and the disclosures beside them
 * (green-threads 6). Only the director writes them.
 */
public record ControlState(
    @JsonProperty("assert") List<Assertion> asserts,
    List<Hypothesis> hypothesize,
    List<Drive> drive,
    List<Belief> believe,
    List<Disclosure> hyperthesis,
    List<Conjecture> conjectures) {

  /** Entries that one register holds. */
  public static final int REGISTER_ENTRIES_MAX = 32;

  public ControlState {
    asserts = Require.list("assert", asserts, REGISTER_ENTRIES_MAX);
    hypothesize = Require.list("hypothesize", hypothesize, REGISTER_ENTRIES_MAX);
    drive = Require.list("drive", drive, REGISTER_ENTRIES_MAX);
    believe = Require.list("believe", believe, REGISTER_ENTRIES_MAX);
    hyperthesis = Require.list("hyperthesis", hyperthesis, REGISTER_ENTRIES_MAX);
    conjectures = Require.list("conjectures", conjectures, REGISTER_ENTRIES_MAX);
  }

  public static ControlState empty() {
    return new ControlState(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  /** A promoted claim. {@code claim} is the director's own words, never the agent's. */
  public record Assertion(String atom, String claim, List<String> attestations) {}

  /** What would have to be true for a failed verification to pass, and how to find out. */
  public record Hypothesis(
      String claim,
      String discriminatingTest,
      int iterationsMax,
      String promotionRule,
      List<String> signatures) {}

  /** A priority with its trade-off and its red line. */
  public record Drive(String priority, String tradeOff, String antiDrive) {}

  /** A prior with what would change it. */
  public record Belief(String prior, double confidence, String updateTrigger, String effect) {}

  /** A verifier's disclosure and the attestation that carries it. */
  public record Disclosure(Hyperthesis hyperthesis, String attestation) {}

  /**
   * An open idea with the test that would decide it.
   *
   * @param edge where it stops to hold
   * @param observerUpgrade the smallest addition to what can be seen that would decide it
   */
  public record Conjecture(
      String claim, String test, String edge, String observerUpgrade, String scope) {}
}
