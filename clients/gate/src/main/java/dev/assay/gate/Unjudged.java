package dev.assay.gate;

import dev.assay.core.stop.StopGate;
import dev.assay.core.stop.StopMemory;
import dev.assay.schemas.hook.HookAnswer;
import java.io.IOException;

/**
 * What is said when nothing could be judged.
 *
 * @param closed whether an agent is kept from stopping then
 */
record Unjudged(boolean closed) {

  /**
   * The answer, which is counted where that can be remembered. Where it cannot, the harness's word
   * bounds it: an agent that a hook has kept already may stop.
   *
   * @param active whether the harness says that a hook has kept the agent already
   */
  HookAnswer answer(SessionFiles session, boolean active, String code, String text) {
    try {
      StopGate.Step step = StopGate.unjudged(session.memory(), code, text, closed);
      if (closed) {
        session.remember(step.memory());
      }
      return step.answer();
    } catch (IOException _) {
      StopMemory told = active ? StopMemory.exhausted() : StopMemory.NONE;
      return StopGate.unjudged(told, code, text, closed).answer();
    }
  }
}
