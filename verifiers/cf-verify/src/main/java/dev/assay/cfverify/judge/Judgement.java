package dev.assay.cfverify.judge;

/** What a judge says about one snippet and one claim. */
public sealed interface Judgement {

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
