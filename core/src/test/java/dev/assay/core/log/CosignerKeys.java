package dev.assay.core.log;

import dev.assay.core.sign.Ed25519PublicKey;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;

/** Fresh keys of cosigners. */
final class CosignerKeys {

  private CosignerKeys() {}

  static CosignerKey fresh(String name) {
    try {
      byte[] spki =
          KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic().getEncoded();
      return new CosignerKey(name, Ed25519PublicKey.ofSpki(spki));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
