package dev.assay.core.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.KeyNames;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A named Ed25519 key of signed notes, written as a verifier key: {@code name+keyid+base64(0x01 ||
 * public key)}, where the key id is the first four bytes of SHA-256(name || 0x0A || 0x01 || key).
 *
 * @param name key name, for a log its origin: non-empty, without spaces and plus signs
 * @param key the public key
 */
public record NoteKey(String name, Ed25519PublicKey key) {

  /** Signature type of plain Ed25519 notes. */
  public static final byte ED25519 = 0x01;

  /** Checks the name. */
  public NoteKey {
    if (!KeyNames.valid(name)) {
      throw new RejectedInputException(
          "key-name-invalid",
          "a key name of 1 to " + KeyNames.CHARS_MAX + " characters without spaces and +",
          name);
    }
  }

  /** The four bytes that name this key in signature lines, as a big-endian number. */
  public int keyId() {
    return ByteBuffer.wrap(hash().toBytes()).getInt();
  }

  /** What {@link #keyId} are the first four bytes of. */
  public Hash hash() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
    out.writeBytes(typedKey());
    return new TreeHasher().digest(out.toByteArray());
  }

  private byte[] typedKey() {
    return ByteBuffer.allocate(1 + Ed25519PublicKey.BYTES).put(ED25519).put(key.raw()).array();
  }

  /** The verifier key text. */
  public String vkey() {
    return name
        + "+"
        + HexFormat.of().toHexDigits(keyId())
        + "+"
        + Base64.getEncoder().encodeToString(typedKey());
  }

  /**
   * The key written as {@code vkey}.
   *
   * @throws RejectedInputException with code {@code vkey-invalid}, also when the key id does not
   *     belong to name and key
   */
  public static NoteKey parse(String vkey) {
    int first = vkey.indexOf('+');
    int second = vkey.indexOf('+', first + 1);
    if (first < 1 || second != first + 9 || vkey.length() > LogTextLimits.VKEY_CHARS_MAX) {
      throw invalid("name+8 hex digits+base64", vkey);
    }
    byte[] typed;
    try {
      typed = Base64.getDecoder().decode(vkey.substring(second + 1));
    } catch (IllegalArgumentException _) {
      throw invalid("base64 after the second plus", vkey);
    }
    if (typed.length != 1 + Ed25519PublicKey.BYTES || typed[0] != ED25519) {
      throw invalid("an Ed25519 key: 0x01 and 32 bytes", typed.length + " bytes");
    }
    byte[] raw = Arrays.copyOfRange(typed, 1, typed.length);
    NoteKey key = new NoteKey(vkey.substring(0, first), Ed25519PublicKey.ofRaw(raw));
    if (!key.vkey().equals(vkey)) {
      throw invalid("the key id of this name and key, " + key.vkey(), vkey);
    }
    return key;
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("vkey-invalid", expected, found);
  }
}
