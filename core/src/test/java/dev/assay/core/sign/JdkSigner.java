package dev.assay.core.sign;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

/** A fresh Ed25519 key of the JDK. */
public final class JdkSigner implements Signer {
  private final KeyPair pair;
  private final Ed25519PublicKey key;

  public JdkSigner() {
    try {
      pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
    key = Ed25519PublicKey.ofSpki(pair.getPublic().getEncoded());
  }

  /** Its public half. */
  public Ed25519PublicKey key() {
    return key;
  }

  @Override
  public String keyId() {
    return key.keyId();
  }

  @Override
  public byte[] sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(pair.getPrivate());
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
