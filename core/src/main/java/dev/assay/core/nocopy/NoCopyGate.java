package dev.assay.core.nocopy;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.VerificationReport;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses a report that shares a verbatim run with its artifact longer than {@link
 * Limits#VERBATIM_RUN_CHARS_MAX} characters.
 *
 * <p>Feed it the artifact's bytes in chunks of any size, then ask {@link #finish()}. The artifact
 * is read as UTF-8, one rolling hash per character; a hit is compared character by character. A
 * report without a field that long needs no artifact at all: see {@link #needsArtifact()}. One
 * instance serves one report and one artifact, in one thread.
 */
public final class NoCopyGate {

  /**
   * A run that the report shares with the artifact.
   *
   * @param field the text field of the report
   * @param fieldOffset characters from the field's start
   * @param artifactOffset characters from the artifact's start
   */
  public record Copied(String field, int fieldOffset, long artifactOffset) {

    /** The refusal in one sentence, without the copied text. */
    public String detail() {
      return "expected no run of more than "
          + Limits.VERBATIM_RUN_CHARS_MAX
          + " characters shared with the artifact, found one in "
          + field
          + " at character "
          + fieldOffset
          + "; cite by pointer instead";
    }
  }

  private record Window(String field, String text, int offset) {}

  private static final long BASE = 1_000_003;
  private static final int CHUNK_CHARS = 1024;

  private final int window;
  private final long leadingFactor;
  private final Map<Long, List<Window>> windows = new HashMap<>();
  private final char[] ring;
  private final CharBuffer decoded = CharBuffer.allocate(CHUNK_CHARS);
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private ByteBuffer rest = ByteBuffer.allocate(0);
  private long seen;
  private long hash;
  private Optional<Copied> found = Optional.empty();

  private NoCopyGate(Map<String, String> fields, int runCharsMax) {
    this.window = runCharsMax + 1;
    this.ring = new char[window];
    long factor = 1;
    for (int i = 1; i < window; i++) {
      factor *= BASE;
    }
    this.leadingFactor = factor;
    fields.forEach(this::addWindows);
  }

  /** A gate for {@code report} with the product's limit. */
  public static NoCopyGate of(VerificationReport report) {
    return new NoCopyGate(ReportFields.of(report), Limits.VERBATIM_RUN_CHARS_MAX);
  }

  /** A gate for any named texts. */
  public static NoCopyGate of(Map<String, String> fields, int runCharsMax) {
    return new NoCopyGate(fields, runCharsMax);
  }

  private void addWindows(String field, String text) {
    long rolling = 0;
    for (int i = 0; i < text.length(); i++) {
      if (i >= window) {
        rolling -= text.charAt(i - window) * leadingFactor;
      }
      rolling = rolling * BASE + text.charAt(i);
      if (i >= window - 1) {
        windows
            .computeIfAbsent(rolling, _ -> new ArrayList<>(1))
            .add(new Window(field, text, i - window + 1));
      }
    }
  }

  /** Whether the artifact matters: false when every field is short, and then the report passes. */
  public boolean needsArtifact() {
    return !windows.isEmpty() && found.isEmpty();
  }

  /** Takes the artifact's next bytes. */
  public void accept(byte[] bytes, int offset, int length) {
    if (!needsArtifact()) {
      return;
    }
    ByteBuffer in = ByteBuffer.allocate(rest.remaining() + length);
    in.put(rest).put(bytes, offset, length).flip();
    decode(in, false);
    rest = in.slice();
  }

  /** The run that the report copies, if there is one; call it after the last byte. */
  public Optional<Copied> finish() {
    if (needsArtifact()) {
      decode(rest, true);
      decoder.flush(decoded);
      scan();
    }
    return found;
  }

  private void decode(ByteBuffer in, boolean end) {
    boolean more = true;
    while (more && found.isEmpty()) {
      more = decoder.decode(in, decoded, end).isOverflow();
      scan();
    }
  }

  private void scan() {
    decoded.flip();
    while (decoded.hasRemaining() && found.isEmpty()) {
      next(decoded.get());
    }
    decoded.clear();
  }

  private void next(char c) {
    int slot = (int) (seen % window);
    if (seen >= window) {
      hash -= ring[slot] * leadingFactor;
    }
    ring[slot] = c;
    hash = hash * BASE + c;
    seen++;
    if (seen >= window) {
      List<Window> candidates = windows.get(hash);
      if (candidates != null) {
        compare(candidates);
      }
    }
  }

  private void compare(List<Window> candidates) {
    int oldest = (int) (seen % window);
    for (Window candidate : candidates) {
      boolean same = true;
      for (int i = 0; i < window && same; i++) {
        same = candidate.text().charAt(candidate.offset() + i) == ring[(oldest + i) % window];
      }
      if (same) {
        found = Optional.of(new Copied(candidate.field(), candidate.offset(), seen - window));
        return;
      }
    }
  }
}
