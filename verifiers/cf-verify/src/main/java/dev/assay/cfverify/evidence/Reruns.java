package dev.assay.cfverify.evidence;

import dev.assay.cfverify.document.SubResult.RerunHint;
import java.time.Duration;

/** Repeats the tool calls that a producer says can be repeated. Never throws. */
public interface Reruns extends AutoCloseable {

  /** Fetches the page. */
  RerunResult fetch(RerunHint.WebFetch hint);

  /** Searches again, with the same domain restrictions. */
  RerunResult search(RerunHint.WebSearch hint);

  @Override
  void close();

  /** Refuses every call: nothing leaves this host. */
  static Reruns none() {
    return new NoReruns();
  }

  /** Refuses every call. */
  final class NoReruns implements Reruns {

    private static final RerunResult DENIED =
        new RerunResult.Unavailable("web reruns are not allowed: no host is named");

    @Override
    public RerunResult fetch(RerunHint.WebFetch hint) {
      return DENIED;
    }

    @Override
    public RerunResult search(RerunHint.WebSearch hint) {
      return DENIED;
    }

    @Override
    public void close() {}
  }

  /** What repeating a tool call gave. */
  sealed interface RerunResult {

    /** The call worked; {@code text} is its untrusted result, markup removed. */
    record Text(String text) implements RerunResult {}

    /** The call was not allowed or did not work, so it proves nothing. */
    record Unavailable(String why) implements RerunResult {}
  }

  /**
   * Bounds of repeating web calls.
   *
   * @param time for one rerun, redirects included
   * @param responseBytesMax of one response
   * @param redirectsMax followed for one rerun
   * @param rerunsMax in one verification
   */
  record RerunLimits(Duration time, int responseBytesMax, int redirectsMax, int rerunsMax) {

    /** What the command and the pipeline use. */
    public static final RerunLimits DEFAULT =
        new RerunLimits(Duration.ofSeconds(15), 2 << 20, 5, 40);
  }
}
