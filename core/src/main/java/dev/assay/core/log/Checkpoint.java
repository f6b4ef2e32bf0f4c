package dev.assay.core.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.RejectedInputException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The head of a log at one size, as the text of a C2SP tlog-checkpoint note: origin, size and root
 * hash on a line each.
 *
 * @param origin unique name of the log
 * @param size number of leaves
 * @param root RFC 6962 root hash over them
 */
public record Checkpoint(String origin, long size, Hash root) {

  private static final int LINES = 3;

  /** Checks origin and size. */
  public Checkpoint {
    if (origin.isEmpty()
        || origin.length() > LogTextLimits.NAME_CHARS_MAX
        || origin.chars().anyMatch(c -> c < 0x20)) {
      throw invalid("an origin line of 1 to 255 printable characters", origin);
    }
    if (size < 0) {
      throw invalid("a size of at least 0", Long.toString(size));
    }
  }

  /** The note text with its final newline. */
  public String text() {
    return origin + "\n" + size + "\n" + root.base64() + "\n";
  }

  /**
   * The checkpoint in a note's text. Extension lines are allowed and dropped.
   *
   * @throws RejectedInputException with code {@code checkpoint-invalid}
   */
  public static Checkpoint parse(String text) {
    if (!text.endsWith("\n")) {
      throw invalid("a final newline", "none");
    }
    List<String> lines = List.of(text.substring(0, text.length() - 1).split("\n", -1));
    if (lines.size() < LINES || lines.stream().anyMatch(String::isEmpty)) {
      throw invalid("three or more non-empty lines", lines.size() + " lines");
    }
    Hash root =
        Hash.ofBase64(lines.get(2))
            .orElseThrow(() -> invalid("a root hash of 32 bytes in base64", lines.get(2)));
    long size =
        decimal(lines.get(1))
            .orElseThrow(() -> invalid("a size below 2^63 without leading zeros", lines.get(1)));
    return new Checkpoint(lines.get(0), size, root);
  }

  /** A number without sign or leading zeros that fits in 63 bits, or empty for any other text. */
  static OptionalLong decimal(String text) {
    boolean digits =
        !text.isEmpty()
            && text.length() <= 19
            && text.chars().allMatch(c -> c >= '0' && c <= '9')
            && (text.length() == 1 || text.charAt(0) != '0');
    try {
      return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("checkpoint-invalid", expected, found);
  }
}
