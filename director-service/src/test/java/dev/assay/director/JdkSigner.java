package dev.assay.director;

import dev.assay.core.sign.Signer;
import dev.assay.schemas.Digests;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;

/** A signer on the JDK's own Ed25519. */
public record JdkSigner(KeyPair keys) implements Signer {

  @Override
  public String keyId() {
    return Digests.sha256Hex(keys.getPublic().getEncoded());
  }

  @Override
  public byte[] sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(keys.getPrivate());
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
