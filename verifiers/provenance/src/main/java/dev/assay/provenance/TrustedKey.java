package dev.assay.provenance;

import dev.assay.core.sign.Pem;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.schemas.Digests;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A public key that a policy trusts, by the name that it has there. */
final class TrustedKey implements SignatureChecker {

  private static final List<String> ALGORITHMS = List.of("Ed25519", "EC", "RSA");
  private static final int SALT_BYTES = 32;

  private final String name;
  private final PublicKey key;
  private final String keyId;

  private TrustedKey(String name, PublicKey key, String keyId) {
    this.name = name;
    this.key = key;
    this.keyId = keyId;
  }

  /**
   * The key in {@code pem}: Ed25519, ECDSA on P-256, or RSA.
   *
   * @throws IllegalArgumentException for another text or another key
   */
  static TrustedKey of(String name, String pem) {
    byte[] spki;
    try {
      spki = Pem.decode("PUBLIC KEY", pem);
    } catch (RejectedInputException e) {
      throw new IllegalArgumentException("key " + name + ": " + e.getMessage(), e);
    }
    PublicKey key = read(spki);
    if (key == null || !isSupported(key)) {
      throw new IllegalArgumentException(
          "expected key "
              + name
              + " to be Ed25519, ECDSA on P-256, or RSA of "
              + ProvenanceLimits.RSA_BITS_MIN
              + " bits or more, found another one");
    }
    return new TrustedKey(name, key, Digests.sha256Hex(spki));
  }

  private static @Nullable PublicKey read(byte[] spki) {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(spki));
      } catch (InvalidKeySpecException _) {
        // a key of another algorithm
      } catch (GeneralSecurityException e) {
        throw missing(e);
      }
    }
    return null;
  }

  private static boolean isSupported(PublicKey key) {
    return switch (key) {
      case EdECPublicKey _ -> true;
      case ECPublicKey ec -> isP256(ec.getParams());
      case RSAPublicKey rsa -> rsa.getModulus().bitLength() >= ProvenanceLimits.RSA_BITS_MIN;
      default -> false;
    };
  }

  private static boolean isP256(ECParameterSpec curve) {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec("secp256r1"));
      ECParameterSpec p256 = parameters.getParameterSpec(ECParameterSpec.class);
      return curve.getCurve().equals(p256.getCurve())
          && curve.getGenerator().equals(p256.getGenerator());
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  /** The name that the policy gives it. */
  String name() {
    return name;
  }

  @Override
  public String keyId() {
    return keyId;
  }

  @Override
  public boolean verifies(byte[] message, byte[] signature) {
    return switch (key) {
      case EdECPublicKey _ -> verifies("Ed25519", null, message, signature);
      case ECPublicKey _ -> verifies("SHA256withECDSA", null, message, signature);
      default ->
          verifies("SHA256withRSA", null, message, signature)
              || verifies("RSASSA-PSS", pss(), message, signature);
    };
  }

  private static PSSParameterSpec pss() {
    return new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SALT_BYTES, 1);
  }

  private boolean verifies(
      String algorithm, @Nullable PSSParameterSpec parameters, byte[] message, byte[] signature) {
    try {
      Signature check = Signature.getInstance(algorithm);
      if (parameters != null) {
        check.setParameter(parameters);
      }
      check.initVerify(key);
      check.update(message);
      return check.verify(signature);
    } catch (SignatureException _) {
      return false;
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  private static AssertionError missing(GeneralSecurityException e) {
    return new AssertionError("every Java platform has Ed25519, ECDSA on P-256 and RSA", e);
  }
}
