package dev.assay.core.log;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;

/**
 * A named Ed25519 key of C2SP tlog-cosignature, such as a log witness's: {@code
 * name+keyid+base64(0x04 || public key)}. The signed message does not have the name, so one key
 * must not serve under two.
 *
 * @param name key name of the cosigner
 * @param key the public key
 */
public record CosignerKey(String name, Ed25519PublicKey key) {

  /** Signature type of Ed25519 cosignatures. */
  public static final byte COSIGNATURE = 0x04;

  /** Checks the name. */
  public CosignerKey {
    var _ = new VerifierKeyText(name, COSIGNATURE, key);
  }

  private VerifierKeyText verifierKey() {
    return new VerifierKeyText(name, COSIGNATURE, key);
  }

  /** The four bytes that name this key in signature lines, as a big-endian number. */
  public int keyId() {
    return verifierKey().keyId();
  }

  /** The verifier key text. */
  public String vkey() {
    return verifierKey().text();
  }

  /**
   * The key written as {@code vkey}.
   *
   * @throws RejectedInputException with code {@code vkey-invalid}
   */
  public static CosignerKey parse(String vkey) {
    VerifierKeyText read = VerifierKeyText.parse(vkey, COSIGNATURE, "cosignatures");
    return new CosignerKey(read.name(), read.key());
  }
}
