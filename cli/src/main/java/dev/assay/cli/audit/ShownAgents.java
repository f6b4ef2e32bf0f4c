package dev.assay.cli.audit;

import java.util.OptionalLong;
import java.util.Set;

/**
 * Whose work rows of attestations say that they are about: 50 to 100 bytes for each attempt, fleet
 * and agent of a work item, and of an event, with the first row that says so. For one thread.
 */
final class ShownAgents {

  private static final int LONGS = 3;
  private static final int FIRST = 1_024;

  private long[] places = new long[LONGS * FIRST]; // about, who, position + 1
  private int size;

  /** The row of entry {@code index}, which was made on {@code event}, says {@code shown}. */
  void add(long index, AgentOfAttempt shown, String event) {
    add(AgentOfAttempt.number(shown.workItem()), shown.number(), index);
    add(AgentOfAttempt.number(event), shown.number(), index);
  }

  private void add(long about, long who, long index) {
    if (2 * (size + 1) > places.length / LONGS) {
      grow();
    }
    if (put(places, about, who, index + 1)) {
      size++;
    }
  }

  /**
   * The first row found of a work item, or of what was made on an event, that says something else
   * than {@code decided}.
   */
  OptionalLong other(String about, Set<Long> decided) {
    long item = AgentOfAttempt.number(about);
    for (int at = first(places, item); places[at + 2] != 0; at = next(places, at)) {
      if (places[at] == item && !decided.contains(places[at + 1])) {
        return OptionalLong.of(places[at + 2] - 1);
      }
    }
    return OptionalLong.empty();
  }

  private static boolean put(long[] in, long item, long who, long place) {
    int at = first(in, item);
    while (in[at + 2] != 0) {
      if (in[at] == item && in[at + 1] == who) {
        return false;
      }
      at = next(in, at);
    }
    in[at] = item;
    in[at + 1] = who;
    in[at + 2] = place;
    return true;
  }

  private static int first(long[] in, long item) {
    return LONGS * ((int) item & in.length / LONGS - 1);
  }

  private static int next(long[] in, int at) {
    return (at + LONGS) % in.length;
  }

  private void grow() {
    if (size >= AuditLimits.DECISIONS_MAX) {
      throw new IllegalStateException(
          "expected at most " + AuditLimits.DECISIONS_MAX + " attempts and events of work items");
    }
    long[] larger = new long[2 * places.length];
    for (int at = 0; at < places.length; at += LONGS) {
      if (places[at + 2] != 0) {
        var _ = put(larger, places[at], places[at + 1], places[at + 2]);
      }
    }
    places = larger;
  }
}
