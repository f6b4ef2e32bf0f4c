package dev.assay.ingest;

import java.util.HashMap;
import java.util.Map;

/**
 * Room for bytes that have come and are not answered, in steps. A principal takes at most twice of
 * what is still free, so that one who sends slowly leaves the others a third of it.
 */
final class OtlpRoom {

  private static final int SHARE = 2;

  private final Map<String, Integer> held = new HashMap<>();
  private int free;

  OtlpRoom(int steps) {
    this.free = steps;
  }

  /** Takes a step for {@code principal}; false when there is none for it. */
  synchronized boolean take(String principal) {
    int own = held.getOrDefault(principal, 0);
    if (free == 0 || own > SHARE * free) {
      return false;
    }
    held.put(principal, own + 1);
    free--;
    return true;
  }

  synchronized void giveBack(String principal, int steps) {
    if (steps > 0) {
      held.computeIfPresent(principal, (_, own) -> own == steps ? null : own - steps);
      free += steps;
    }
  }
}
