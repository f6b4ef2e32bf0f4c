package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls and answers of one document, in order.
 *
 * @param history whether the document repeats its conversation from the beginning
 */
record Turn(boolean history, List<Draft> calls, List<Reply> replies) {

  /**
   * An answer on its way to its call.
   *
   * @param id the call's id, empty when it has none
   * @param tool the call's name, by which an answer without id finds it
   */
  record Reply(String id, String tool, Answer answer) {}

  static Turn history(boolean history) {
    return new Turn(history, new ArrayList<>(), new ArrayList<>());
  }

  void call(Draft draft) {
    calls.add(draft);
  }

  void reply(String id, String tool, Answer answer) {
    replies.add(new Reply(id, tool, answer));
  }

  /** The model was stopped in the middle: what it wrote last is cut. */
  void cutLast() {
    if (!calls.isEmpty()) {
      calls.getLast().arguments = Arguments.TRUNCATED;
    }
  }
}
