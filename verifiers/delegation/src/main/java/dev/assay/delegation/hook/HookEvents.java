package dev.assay.delegation.hook;

import java.util.List;

/** The events a hook may name. */
public final class HookEvents {

  /** Before the delegate is asked the first time. */
  public static final String PRE = "delegation.pre";

  /** After each attempt, before {@link #POST}. */
  public static final String POST_VERIFY = "delegation.post_verify";

  /** After verification passed. */
  public static final String POST = "delegation.post";

  /** Every event of a harness; this command dispatches the three of a delegation. */
  static final List<String> KNOWN =
      List.of(
          "session.start",
          "session.end",
          "turn.start",
          "turn.end",
          "tool.pre",
          "tool.post",
          "completion.pre",
          "completion.post",
          PRE,
          POST,
          POST_VERIFY,
          "error",
          "agent.stop");

  private static final List<String> OPEN = List.of("custom.", "meta.");

  private HookEvents() {}

  static boolean isValid(String event) {
    return KNOWN.contains(event)
        || OPEN.stream()
            .anyMatch(prefix -> event.startsWith(prefix) && event.length() > prefix.length());
  }
}
