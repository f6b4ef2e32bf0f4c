package dev.assay.starlark.lib;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The regular expressions behind the {@code re} module, supplied by the host.
 *
 * <p>Scripts choose both pattern and text, so an engine must match in time linear in the text, with
 * a memory bound on the compiled pattern. {@code java.util.regex} does not qualify.
 */
public interface RegexEngine {
  /**
   * Compiles a pattern of at most {@link ReModule#PATTERN_CHARS_MAX} characters.
   *
   * @throws IllegalArgumentException when the pattern is not valid or too large; its message is
   *     shown to the script
   */
  Regex compile(String pattern);

  /** A compiled pattern; safe for use by several threads. */
  interface Regex {
    /**
     * The leftmost match at or after an index.
     *
     * @param anchored whether it must start exactly at {@code from}
     */
    @Nullable Match find(String text, int from, boolean anchored);

    /** The group number of each named group. */
    Map<String, Integer> groupNames();
  }

  /**
   * One match.
   *
   * @param starts where each group starts, the whole match first; -1 for a group that took no part
   * @param ends where each group ends
   */
  record Match(List<Integer> starts, List<Integer> ends) {
    /** Takes unchangeable copies. */
    public Match {
      starts = List.copyOf(starts);
      ends = List.copyOf(ends);
    }

    /** Where the whole match starts. */
    public int start() {
      return starts.getFirst();
    }

    /** Where the whole match ends. */
    public int end() {
      return ends.getFirst();
    }

    /** The text of a group, or null when it took no part. */
    public @Nullable String group(String text, int number) {
      return starts.get(number) < 0 ? null : text.substring(starts.get(number), ends.get(number));
    }
  }
}
