package dev.assay.core.stop;

import dev.assay.schemas.hook.HookAnswer;
import java.util.Optional;

/**
 * Whether an agent may stop. It is kept from it when a verification failed or required evidence is
 * missing, and never for ever: the same failure again, {@link StopLimits#BLOCKS_MAX} times in a
 * row, or nothing new since it was told, and it may stop while the person is told to look.
 */
public final class StopGate {

  private StopGate() {}

  /** What is said, and what is remembered from now on. */
  public record Step(HookAnswer answer, StopMemory memory) {}

  /**
   * What is said of evidence that was judged before.
   *
   * @param inputs digest of the evidence and of what is asked about it
   */
  public static Optional<Step> known(StopMemory memory, String inputs) {
    if (inputs.equals(memory.passed())) {
      return Optional.of(new Step(new HookAnswer.Silent(), memory));
    }
    return inputs.equals(memory.blocked())
        ? Optional.of(
            new Step(
                escalated("NOTHING_NEW", "the evidence is the one that did not suffice"),
                memory.letThrough(inputs)))
        : Optional.empty();
  }

  /** What is said of {@code verdict} on the evidence {@code inputs}. */
  public static Step judged(StopMemory memory, String inputs, StopVerdict verdict) {
    return switch (verdict.kind()) {
      case PROMOTED -> new Step(new HookAnswer.Silent(), memory.promoted(inputs));
      case UNDECIDED ->
          new Step(
              verdict.decision().equals("CONTINUE")
                  ? new HookAnswer.Tell("Assay: not promoted: " + verdict.summary())
                  : escalated("NOT_CONFIRMED", verdict.summary()),
              memory.letThrough(inputs));
      case FAILED, EVIDENCE_MISSING -> {
        if (verdict.signature().equals(memory.signature())) {
          yield new Step(escalated("SAME_FAILURE", verdict.summary()), memory.letThrough(inputs));
        }
        yield memory.blocks() == StopLimits.BLOCKS_MAX
            ? new Step(escalated("BLOCKS_EXHAUSTED", verdict.summary()), memory.letThrough(inputs))
            : new Step(
                new HookAnswer.Block(verdict.reason()), memory.kept(verdict.signature(), inputs));
      }
    };
  }

  /**
   * What is said when nothing could be judged.
   *
   * @param code stable
   * @param text what was expected and found, in our words
   * @param closed whether an agent is kept from stopping then
   */
  public static Step unjudged(StopMemory memory, String code, String text, boolean closed) {
    String said = StopVerdict.cut(text, StopLimits.MESSAGE_CHARS_MAX);
    if (!closed) {
      return new Step(
          new HookAnswer.Tell("Assay: not verified: " + said + " [" + code + "]"), memory);
    }
    return memory.blocks() == StopLimits.BLOCKS_MAX
        ? new Step(escalated("BLOCKS_EXHAUSTED", code + ": " + said), memory.reopened())
        : new Step(
            new HookAnswer.Block(
                "Assay: this cannot be verified, and nothing may be called done here without.\n"
                    + "codes: "
                    + code
                    + '\n'
                    + said
                    + "\nnext: tell the person what stands in the way; do not change the gate."),
            memory.keptUnjudged());
  }

  /**
   * What is said when it cannot be remembered what was said. An agent is then kept once: whoever
   * knows that a hook has kept it already lets it stop, and tells the person.
   *
   * @param active whether the harness says that a hook has kept the agent already
   */
  public static HookAnswer unremembered(HookAnswer answer, boolean active) {
    return answer instanceof HookAnswer.Block(String reason) && active
        ? escalated("BLOCKS_EXHAUSTED", "nothing can be remembered here: " + reason)
        : answer;
  }

  /** What is said while something that the agent started still runs, which is no claim of done. */
  public static HookAnswer background() {
    return new HookAnswer.Tell(
        "Assay: not judged: something that the agent started still runs [BACKGROUND_RUNNING]");
  }

  private static HookAnswer escalated(String code, String text) {
    return new HookAnswer.Tell(
        "Assay ESCALATE: the agent stops unconfirmed ["
            + code
            + "]: "
            + StopVerdict.cut(text, StopLimits.MESSAGE_CHARS_MAX));
  }
}
