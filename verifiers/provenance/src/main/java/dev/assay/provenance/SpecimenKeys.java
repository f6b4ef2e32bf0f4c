package dev.assay.provenance;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/** Keys of specimens, each made for one and kept by nobody. */
final class SpecimenKeys {

  private SpecimenKeys() {}

  /** A key pair, of P-256 or of Ed25519. */
  static KeyPair keys(boolean curve) {
    try {
      if (!curve) {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      }
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  static byte[] sign(KeyPair signer, byte[] message) {
    try {
      boolean curve = signer.getPrivate().getAlgorithm().equals("EC");
      Signature signature = Signature.getInstance(curve ? "SHA256withECDSA" : "Ed25519");
      signature.initSign(signer.getPrivate());
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  /** What no platform lacks is missing. */
  static AssertionError impossible(Exception cause) {
    return new AssertionError("every Java platform has Ed25519, P-256 and SHA-256", cause);
  }
}
