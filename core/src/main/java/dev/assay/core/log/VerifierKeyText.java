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
 * The text of a verifier key of signed notes, {@code name+keyid+base64(type || public key)}, for
 * Ed25519 keys of any signature type. The key id is the first four bytes of SHA-256(name || 0x0A ||
 * type || key).
 *
 * @param type what the key signs
 */
record VerifierKeyText(String name, byte type, Ed25519PublicKey key) {

  VerifierKeyText {
    if (!KeyNames.valid(name)) {
      throw new RejectedInputException(
          "key-name-invalid",
          "a key name of 1 to " + KeyNames.CHARS_MAX + " characters without spaces and +",
          name);
    }
  }

  /** What {@link #keyId} are the first four bytes of. */
  Hash hash() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
    out.writeBytes(typedKey());
    return new TreeHasher().digest(out.toByteArray());
  }

  int keyId() {
    return ByteBuffer.wrap(hash().toBytes()).getInt();
  }

  private byte[] typedKey() {
    return ByteBuffer.allocate(1 + Ed25519PublicKey.BYTES).put(type).put(key.raw()).array();
  }

  String text() {
    return name
        + "+"
        + HexFormat.of().toHexDigits(keyId())
        + "+"
        + Base64.getEncoder().encodeToString(typedKey());
  }

  /**
   * The key written as {@code vkey}, which is of {@code type}.
   *
   * @param use what such keys sign, for the message
   * @throws RejectedInputException with code {@code vkey-invalid}, also when the key id does not
   *     belong to name and key
   */
  static VerifierKeyText parse(String vkey, byte type, String use) {
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
    if (typed.length == 0 || typed[0] != type || typed.length != 1 + Ed25519PublicKey.BYTES) {
      throw invalid(
          "an Ed25519 key of " + use + ": 0x0" + type + " and 32 bytes",
          typed.length == 0
              ? "no bytes"
              : "0x" + HexFormat.of().toHexDigits(typed[0]) + " and " + (typed.length - 1));
    }
    byte[] raw = Arrays.copyOfRange(typed, 1, typed.length);
    VerifierKeyText key =
        new VerifierKeyText(vkey.substring(0, first), type, Ed25519PublicKey.ofRaw(raw));
    if (!key.text().equals(vkey)) {
      throw invalid("the key id of this name and key, " + key.text(), vkey);
    }
    return key;
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("vkey-invalid", expected, found);
  }
}
