package dev.assay.store.key;

import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.sign.Signer;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;

/**
 * A key of this process that knows its own recent signatures again. A signature that this object
 * made over just these bytes is right without computing it once more; every other one is checked.
 * The store of a process that also hosts the director reads from a topic what this key signed
 * milliseconds ago, and checking costs four times what signing costs. Safe for many threads.
 */
public final class SignatureCache implements Signer, SignatureChecker {

  /** Signatures that are known again; older ones are checked like a stranger's. */
  static final int KNOWN_MAX = 32_768;

  /**
   * A SHA-256 over message and signature; the signature has a fixed length, so it is one to one.
   */
  private record Fingerprint(long first, long second, long third, long fourth) {

    static Fingerprint of(byte[] message, byte[] signature) {
      MessageDigest digest = Digests.sha256();
      digest.update(message);
      ByteBuffer bytes = ByteBuffer.wrap(digest.digest(signature));
      return new Fingerprint(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }
  }

  private final Ed25519Key key;
  private final SignatureChecker checker;
  private final Map<Fingerprint, Boolean> known = Bounded.map(KNOWN_MAX, false);

  /** The memory of {@code key}, empty at first. */
  public SignatureCache(Ed25519Key key) {
    this(key, new BouncyCastleEd25519Verifier(key.publicKey()));
  }

  SignatureCache(Ed25519Key key, SignatureChecker checker) {
    this.key = key;
    this.checker = checker;
  }

  @Override
  public String keyId() {
    return key.keyId();
  }

  @Override
  public byte[] sign(byte[] message) {
    byte[] signature = key.sign(message);
    Fingerprint fingerprint = Fingerprint.of(message, signature);
    synchronized (known) {
      known.put(fingerprint, true);
    }
    return signature;
  }

  @Override
  public boolean verifies(byte[] message, byte[] signature) {
    return made(message, signature) || checker.verifies(message, signature);
  }

  private boolean made(byte[] message, byte[] signature) {
    if (signature.length != dev.assay.core.sign.Ed25519PublicKey.SIGNATURE_BYTES) {
      return false;
    }
    Fingerprint fingerprint = Fingerprint.of(message, signature);
    synchronized (known) {
      return known.containsKey(fingerprint);
    }
  }
}
