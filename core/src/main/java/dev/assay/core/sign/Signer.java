package dev.assay.core.sign;

/** A private key that signs whole messages. */
public interface Signer {

  /** Name of the key: lower-case hex SHA-256 of its public half as SubjectPublicKeyInfo DER. */
  String keyId();

  /** The signature over {@code message}. */
  byte[] sign(byte[] message);
}
