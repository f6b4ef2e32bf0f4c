package dev.assay.provenance;

import dev.assay.core.sign.Envelope;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the signature of one statement says. */
sealed interface Signed {

  /** Nobody who is trusted, or nobody at all. */
  record Refused(Cause cause) implements Signed {}

  /** Somebody whom the policy trusts signed {@code payload}. */
  final class By implements Signed {

    private final String who;
    private final boolean key;
    private final String payloadType;
    private final byte[] payload;

    /**
     * A payload that somebody signed.
     *
     * @param who the name of a key and its id, or issuer and subject of a certificate
     * @param key whether it is a key
     */
    By(String who, boolean key, String payloadType, byte[] payload) {
      this.who = who;
      this.key = key;
      this.payloadType = payloadType;
      this.payload = payload.clone();
    }

    String who() {
      return who;
    }

    boolean isKey() {
      return key;
    }

    String payloadType() {
      return payloadType;
    }

    byte[] payload() {
      return payload.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof By that
          && who.equals(that.who)
          && payloadType.equals(that.payloadType)
          && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
      return 31 * who.hashCode() + Arrays.hashCode(payload);
    }
  }

  /**
   * Who of {@code trusted} signed {@code envelope}. One that names a trusted key which did not sign
   * it was altered or forged, whoever else signed it; of one that names none of them nothing is
   * known.
   *
   * @param hint a further name of the key, or an empty text
   */
  static Signed of(Envelope envelope, String hint, List<TrustedKey> trusted) {
    Set<String> signers = envelope.verifiedBy(trusted);
    Set<String> named =
        envelope.signatures().stream()
            .map(signature -> signature.keyId().isEmpty() ? hint : signature.keyId())
            .collect(Collectors.toSet());
    boolean forged =
        trusted.stream()
            .filter(key -> !signers.contains(key.keyId()))
            .anyMatch(key -> named.contains(key.keyId()) || named.contains(key.name()));
    if (forged) {
      return new Refused(Cause.SIGNATURE_INVALID);
    }
    for (TrustedKey key : trusted) {
      if (signers.contains(key.keyId())) {
        return new By(
            "key:" + key.name() + " sha256:" + key.keyId(),
            true,
            envelope.payloadType(),
            envelope.payload());
      }
    }
    return new Refused(Cause.SIGNER_NOT_TRUSTED);
  }
}
