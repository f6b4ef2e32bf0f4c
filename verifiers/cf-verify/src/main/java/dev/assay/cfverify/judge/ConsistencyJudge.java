package dev.assay.cfverify.judge;

/** Decides whether a snippet that was re-read is consistent with the claim it is cited for. */
@FunctionalInterface
public interface ConsistencyJudge {

  /** Judges one case; deterministic unless the implementation says otherwise. Never throws. */
  Judgement judge(Case subject);

  /** How well the evidence was established before the judge is asked. */
  enum Support {
    /** The quoted text, or text with the quoted hash, is in the snippet. */
    QUOTED,
    /** The lines exist; nothing ties the producer's text to them. */
    UNQUOTED,
    /** A repeated web call gave this text; it may differ in wording from what was seen. */
    RERUN
  }

  /**
   * One question to a judge; both texts are untrusted.
   *
   * @param claim the claim's sentence
   * @param snippet what was re-read, with LF line ends
   */
  record Case(String claim, String snippet, Support support) {}
}
