package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.ConsistencyJudge.Judgement;

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

  /** What a judge says about one snippet and one claim. */
  sealed interface Judgement {

    /** The snippet supports the claim, or at least does not speak against it. */
    record Consistent() implements Judgement {}

    /**
     * The snippet clearly says otherwise.
     *
     * @param why the kind of contradiction, without text from the snippet
     */
    record Contradicts(String why) implements Judgement {}

    /** The snippet neither supports nor contradicts the claim. */
    record Undecided(String why) implements Judgement {}
  }

  /**
   * Asks a second judge about what the first found consistent, and takes the second's word only
   * when it is worse. A second judge that is fooled by the snippet therefore changes nothing.
   */
  final class DowngradingJudge implements ConsistencyJudge {

    private final ConsistencyJudge first;
    private final ConsistencyJudge second;

    /** {@code first} decides, {@code second} may object. */
    public DowngradingJudge(ConsistencyJudge first, ConsistencyJudge second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public Judgement judge(Case subject) {
      Judgement judgement = first.judge(subject);
      return switch (judgement) {
        case Judgement.Consistent _ -> second.judge(subject);
        case Judgement.Contradicts _, Judgement.Undecided _ -> judgement;
      };
    }
  }
}
