package dev.assay.core.sign;

import java.util.Arrays;
import java.util.Base64;

/** One signature of an envelope with the hint which key made it. */
public final class EnvelopeSignature {

  private final String keyId;
  private final byte[] signature;

  /**
   * A signature.
   *
   * @param keyId hint, never used for trust; empty when there is none
   * @param signature the raw signature bytes, copied
   */
  public EnvelopeSignature(String keyId, byte[] signature) {
    this.keyId = keyId;
    this.signature = signature.clone();
  }

  /** The hint which key made it, or an empty text. */
  public String keyId() {
    return keyId;
  }

  /** A copy of the raw signature. */
  public byte[] signature() {
    return signature.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EnvelopeSignature that
        && keyId.equals(that.keyId)
        && Arrays.equals(signature, that.signature);
  }

  @Override
  public int hashCode() {
    return 31 * keyId.hashCode() + Arrays.hashCode(signature);
  }

  @Override
  public String toString() {
    return keyId + ":" + Base64.getEncoder().encodeToString(signature);
  }
}
