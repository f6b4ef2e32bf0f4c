package dev.assay.core.mood;

import dev.assay.schemas.message.MoodHint;
import java.util.Set;

/** What can move a mood. An agent's or a model's wish is not among it. */
public sealed interface MoodEvent {

  /**
   * An execution is about to be planned.
   *
   * @param first whether it is the first of its work item
   * @param hints what the agent tells about its circumstances
   */
  record Began(boolean first, Set<MoodHint> hints) implements MoodEvent {

    public Began {
      hints = Set.copyOf(hints);
    }

    boolean hints(MoodHint... any) {
      for (MoodHint hint : any) {
        if (hints.contains(hint)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * An execution was judged.
   *
   * @param result what its verification adds up to
   * @param regression whether it contradicts something that had passed
   * @param repeated whether as many failures in a row came as policy takes for no progress
   * @param sameSignature whether the same failure came as often as policy takes for blind reruns
   * @param severe whether a verifier disclosed a high risk
   * @param suspicious whether a verifier disclosed an adversary of high risk
   */
  record Judged(
      Judgement result,
      boolean regression,
      boolean repeated,
      boolean sameSignature,
      boolean severe,
      boolean suspicious)
      implements MoodEvent {}

  /**
   * A person answered a question, or its default came into force.
   *
   * @param proceed whether the answer is to go on
   * @param passed whether everything had passed when it was asked
   */
  record Answered(boolean proceed, boolean passed) implements MoodEvent {}

  /** What verification can add up to. */
  enum Judgement {
    PASSED,
    FAILED,
    UNDECIDED
  }
}
