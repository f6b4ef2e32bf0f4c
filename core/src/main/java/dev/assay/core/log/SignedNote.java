package dev.assay.core.log;

import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.sign.Signer;
import dev.assay.schemas.KeyNames;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A note of C2SP signed-note: a text that ends in a newline, a blank line, and signature lines. The
 * text must not be believed before {@link #requireSignedBy}.
 *
 * @param text the signed text with its final newline
 * @param signatures at least one, in the note's order
 */
public record SignedNote(String text, List<NoteSignature> signatures) {

  /** How a signature line begins: em dash and space. */
  static final String DASH = "\u2014 ";

  /** Checks the text and copies the signatures. */
  public SignedNote {
    if (text.isEmpty() || !text.endsWith("\n") || !printable(text)) {
      throw invalid("a text of printable lines that ends in a newline", "another text");
    }
    if (signatures.isEmpty() || signatures.size() > LogTextLimits.SIGNATURES_MAX) {
      throw invalid(
          "1 to " + LogTextLimits.SIGNATURES_MAX + " signatures", signatures.size() + " of them");
    }
    signatures = List.copyOf(signatures);
  }

  /** The note over {@code text} signed once, by {@code signer} under the name of {@code key}. */
  public static SignedNote signed(String text, NoteKey key, Signer signer) {
    byte[] signature = signer.sign(text.getBytes(StandardCharsets.UTF_8));
    return new SignedNote(text, List.of(new NoteSignature(key.name(), key.keyId(), signature)));
  }

  /**
   * The note in {@code bytes}.
   *
   * @throws RejectedInputException with code {@code note-invalid}
   */
  public static SignedNote parse(byte[] bytes) {
    if (bytes.length > LogTextLimits.NOTE_BYTES_MAX) {
      throw invalid(
          "a note of at most " + LogTextLimits.NOTE_BYTES_MAX + " bytes", bytes.length + " bytes");
    }
    try {
      return parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      throw invalid("valid UTF-8", "other bytes");
    }
  }

  /** The note in {@code note}; see {@link #parse(byte[])}. */
  public static SignedNote parse(String note) {
    if (note.length() > LogTextLimits.NOTE_BYTES_MAX) {
      throw invalid(
          "a note of at most " + LogTextLimits.NOTE_BYTES_MAX + " bytes", note.length() + " chars");
    }
    int blank = note.lastIndexOf("\n\n");
    if (blank < 0 || !note.endsWith("\n") || blank + 2 == note.length()) {
      throw invalid("a text, a blank line and signature lines", "no such parts");
    }
    List<NoteSignature> signatures = new ArrayList<>();
    int at = blank + 2;
    while (at < note.length()) {
      int end = note.indexOf('\n', at);
      if (signatures.size() == LogTextLimits.SIGNATURES_MAX) {
        throw invalid("at most " + LogTextLimits.SIGNATURES_MAX + " signatures", "more");
      }
      signatures.add(signature(note.substring(at, end)));
      at = end + 1;
    }
    return new SignedNote(note.substring(0, blank + 1), signatures);
  }

  private static NoteSignature signature(String line) {
    int space = line.indexOf(' ', DASH.length());
    if (!line.startsWith(DASH) || space < 0 || !KeyNames.valid(line.substring(2, space))) {
      throw invalid("\u2014 <key name> <base64>", line);
    }
    byte[] blob;
    try {
      blob = Base64.getDecoder().decode(line.substring(space + 1));
    } catch (IllegalArgumentException _) {
      throw invalid("a base64 signature", line);
    }
    if (blob.length <= 4) {
      throw invalid("a 4-byte key id and a signature", blob.length + " bytes");
    }
    NoteSignature signature =
        new NoteSignature(
            line.substring(DASH.length(), space),
            ByteBuffer.wrap(blob).getInt(),
            Arrays.copyOfRange(blob, 4, blob.length));
    if (!signature.line().equals(line + '\n')) {
      throw invalid("a signature in base64 with padding and without loose bits", line);
    }
    return signature;
  }

  /** This note with {@code more} signature lines, those left out that it has. */
  public SignedNote with(List<NoteSignature> more) {
    Set<NoteSignature> all = new LinkedHashSet<>(signatures);
    all.addAll(more);
    return new SignedNote(text, List.copyOf(all));
  }

  /**
   * This note, when {@code key} signed it. Lines by other keys are ignored; a line that claims to
   * be by the key and does not verify rejects the note.
   *
   * @param checker checks for the public key of {@code key}
   * @throws RejectedInputException with code {@code note-unsigned} or {@code note-forged}
   */
  public SignedNote requireSignedBy(NoteKey key, SignatureChecker checker) {
    byte[] message = text.getBytes(StandardCharsets.UTF_8);
    boolean found = false;
    for (NoteSignature signature : signatures) {
      if (signature.claims(key)) {
        if (!checker.verifies(message, signature.signature())) {
          throw new RejectedInputException(
              "note-forged", "a valid signature by " + key.vkey(), "one that does not verify");
        }
        found = true;
      }
    }
    if (!found) {
      throw new RejectedInputException(
          "note-unsigned", "a signature by " + key.vkey(), "only " + signatures.size() + " others");
    }
    return this;
  }

  /** The whole note: text, blank line, signature lines. */
  public String note() {
    StringBuilder out = new StringBuilder(text).append('\n');
    signatures.forEach(signature -> out.append(signature.line()));
    return out.toString();
  }

  private static boolean printable(String text) {
    return text.chars().allMatch(c -> c >= 0x20 || c == '\n');
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("note-invalid", expected, found);
  }
}
