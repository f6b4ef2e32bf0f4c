package dev.assay.core.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;

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
    var _ = new VerifierKeyText(name, ED25519, key);
  }

  private VerifierKeyText verifierKey() {
    return new VerifierKeyText(name, ED25519, key);
  }

  /** The four bytes that name this key in signature lines, as a big-endian number. */
  public int keyId() {
    return verifierKey().keyId();
  }

  /** What {@link #keyId} are the first four bytes of. */
  public Hash hash() {
    return verifierKey().hash();
  }

  /** The verifier key text. */
  public String vkey() {
    return verifierKey().text();
  }

  /**
   * The key written as {@code vkey}.
   *
   * @throws RejectedInputException with code {@code vkey-invalid}, also when the key id does not
   *     belong to name and key
   */
  public static NoteKey parse(String vkey) {
    VerifierKeyText read = VerifierKeyText.parse(vkey, ED25519, "notes");
    return new NoteKey(read.name(), read.key());
  }
}
