package dev.assay.cfverify.evidence;

import dev.assay.schemas.Digests;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares a {@code quote_hash} with what a snippet holds. The hash is of a quote that may be a
 * part of the snippet, so a match proves the quote and a difference proves nothing.
 */
public final class QuoteHash {

  private static final String PREFIX = "sha256:";

  private QuoteHash() {}

  /**
   * Whether the hash is that of the snippet or of a run of its whole lines: as it is, without its
   * last terminator, or without surrounding blanks. Runs are tried up to {@code
   * limits.hashLinesMax()} lines.
   */
  public static boolean matches(String quoteHash, String snippet, EvidenceLimits limits) {
    if (!quoteHash.startsWith(PREFIX)) {
      return false;
    }
    String wanted = quoteHash.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    if (wanted.length() != 64) {
      return false;
    }
    if (matches(wanted, snippet)) {
      return true;
    }
    List<Integer> starts = lineStarts(snippet);
    int lines = starts.size() - 1;
    if (lines > limits.hashLinesMax()) {
      return false;
    }
    for (int first = 0; first < lines; first++) {
      for (int last = first + 1; last <= lines; last++) {
        if (matches(wanted, snippet.substring(starts.get(first), starts.get(last)))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Integer> lineStarts(String text) {
    List<Integer> starts = new ArrayList<>();
    starts.add(0);
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts.add(at + 1);
    }
    if (starts.getLast() != text.length()) {
      starts.add(text.length());
    }
    return starts;
  }

  private static boolean matches(String wanted, String text) {
    String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return wanted.equals(Digests.sha256Hex(body))
        || wanted.equals(Digests.sha256Hex(body + "\n"))
        || wanted.equals(Digests.sha256Hex(body.strip()));
  }
}
