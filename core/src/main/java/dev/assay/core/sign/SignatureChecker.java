package dev.assay.core.sign;

/** A public key that checks signatures over whole messages. */
public interface SignatureChecker {

  /** Name of the key: lower-case hex SHA-256 of its SubjectPublicKeyInfo DER. */
  String keyId();

  /** Whether {@code signature} is this key's signature over {@code message}. */
  boolean verifies(byte[] message, byte[] signature);
}
