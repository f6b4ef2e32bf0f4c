package dev.assay.cfverify.rerun;

/** What repeating a tool call gave. */
public sealed interface RerunResult {

  /** The call worked; {@code text} is its untrusted result, markup removed. */
  record Text(String text) implements RerunResult {}

  /** The call was not allowed or did not work, so it proves nothing. */
  record Unavailable(String why) implements RerunResult {}
}
