package dev.assay.core.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.RejectedInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log asks of a witness (C2SP tlog-witness, {@code add-checkpoint}): a checkpoint, and the
 * proof that it extends the one that the witness cosigned last.
 *
 * @param oldSize size of that one, 0 when there was none
 * @param proof consistency proof from there
 * @param note the signed checkpoint
 */
public record AddCheckpoint(long oldSize, List<Hash> proof, SignedNote note) {

  private static final String OLD = "old ";

  /** Checks the bounds and copies the proof. */
  public AddCheckpoint {
    if (oldSize < 0) {
      throw invalid("an old size of at least 0", Long.toString(oldSize));
    }
    if (proof.size() > LogTextLimits.PROOF_HASHES_MAX) {
      throw invalid(
          "at most " + LogTextLimits.PROOF_HASHES_MAX + " hashes", proof.size() + " of them");
    }
    proof = List.copyOf(proof);
  }

  /** The body of the request. */
  public String text() {
    StringBuilder out = new StringBuilder(OLD).append(oldSize).append('\n');
    proof.forEach(hash -> out.append(hash.base64()).append('\n'));
    return out.append('\n').append(note.note()).toString();
  }

  /**
   * The request in {@code body}.
   *
   * @throws RejectedInputException with code {@code add-checkpoint-invalid} or {@code note-invalid}
   */
  public static AddCheckpoint parse(byte[] body) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException _) {
      throw invalid("valid UTF-8", "other bytes");
    }
    int blank = text.indexOf("\n\n");
    if (blank < 0 || !text.startsWith(OLD)) {
      throw invalid("old <size>, proof lines, an empty line and a checkpoint", "no such parts");
    }
    String[] head = text.substring(0, blank).split("\n", -1);
    if (head.length - 1 > LogTextLimits.PROOF_HASHES_MAX) {
      throw invalid(
          "at most " + LogTextLimits.PROOF_HASHES_MAX + " proof lines",
          head.length - 1 + " of them");
    }
    String size = head[0].substring(OLD.length());
    long old =
        Checkpoint.decimal(size)
            .orElseThrow(() -> invalid("an old size below 2^63 without leading zeros", size));
    List<Hash> proof = new ArrayList<>();
    for (int i = 1; i < head.length; i++) {
      String line = head[i];
      proof.add(
          Hash.ofBase64(line).orElseThrow(() -> invalid("a hash of 32 bytes in base64", line)));
    }
    return new AddCheckpoint(old, proof, SignedNote.parse(text.substring(blank + 2)));
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("add-checkpoint-invalid", expected, found);
  }
}
