package dev.assay.core.log;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.sign.Signer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Cosignatures of checkpoints, version 1 with Ed25519 (C2SP tlog-cosignature): who signs has seen
 * that the checkpoint extends every one of its log that it has seen, and no larger one, at a time.
 */
public final class Cosignature {

  private static final String HEADER = "cosignature/v1\ntime ";
  private static final int BYTES = Long.BYTES + Ed25519PublicKey.SIGNATURE_BYTES;

  private Cosignature() {}

  /**
   * The signature line of {@code key} over the checkpoint {@code text}.
   *
   * @param seconds when, since 1970
   */
  public static NoteSignature sign(String text, CosignerKey key, long seconds, Signer signer) {
    if (seconds < 0) {
      throw new IllegalArgumentException("expected a time since 1970, found " + seconds);
    }
    byte[] signature = signer.sign(message(text, seconds));
    byte[] timed = ByteBuffer.allocate(BYTES).putLong(seconds).put(signature).array();
    return new NoteSignature(key.name(), key.keyId(), timed);
  }

  /**
   * When {@code key} cosigned {@code note}, in seconds since 1970, the latest if it did more than
   * once; empty when no line claims to be its.
   *
   * @param checker checks for the public key of {@code key}
   * @throws RejectedInputException with code {@code note-forged} when a line claims to be its and
   *     does not verify
   */
  public static OptionalLong time(SignedNote note, CosignerKey key, SignatureChecker checker) {
    long latest = -1;
    for (NoteSignature line : note.signatures()) {
      if (line.name().equals(key.name()) && line.keyId() == key.keyId()) {
        latest = Math.max(latest, time(note.text(), line.signature(), key, checker));
      }
    }
    return latest < 0 ? OptionalLong.empty() : OptionalLong.of(latest);
  }

  private static long time(String text, byte[] timed, CosignerKey key, SignatureChecker checker) {
    if (timed.length == BYTES) {
      ByteBuffer bytes = ByteBuffer.wrap(timed);
      long seconds = bytes.getLong();
      byte[] signature = new byte[Ed25519PublicKey.SIGNATURE_BYTES];
      bytes.get(signature);
      if (seconds >= 0 && checker.verifies(message(text, seconds), signature)) {
        return seconds;
      }
    }
    throw new RejectedInputException(
        "note-forged", "a valid cosignature by " + key.vkey(), "one that does not verify");
  }

  private static byte[] message(String text, long seconds) {
    return (HEADER + seconds + "\n" + text).getBytes(StandardCharsets.UTF_8);
  }
}
