package dev.assay.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x509.Certificate;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * What a bundle's certificates may be before a library makes keys of them. Who makes up a
 * certificate chooses its key, and a library may think for seconds about whether the modulus of a
 * large RSA key is one.
 */
final class BundleCertificates {

  /** Curves by name, whose fields cannot be chosen. */
  private static final Set<ASN1ObjectIdentifier> CURVES =
      Set.of(
          X9ObjectIdentifiers.prime256v1,
          new ASN1ObjectIdentifier("1.3.132.0.34"), // P-384
          new ASN1ObjectIdentifier("1.3.132.0.35")); // P-521

  private static final ASN1ObjectIdentifier ED25519 = new ASN1ObjectIdentifier("1.3.101.112");

  private BundleCertificates() {}

  /**
   * Whether there are certificates, at most {@link ProvenanceLimits#CERTIFICATES_MAX}, each with a
   * key that Sigstore knows: ECDSA on P-256, P-384 or P-521, Ed25519, or RSA of at most {@link
   * ProvenanceLimits#RSA_BITS_MAX} bits. Names of members in another spelling than the canonical
   * one of protobuf's JSON are not looked for.
   *
   * @param material of a bundle
   */
  static boolean areReadable(JsonNode material) {
    List<JsonNode> certificates = new ArrayList<>();
    if (material.path("certificate").isObject()) {
      certificates.add(material.path("certificate"));
    } else {
      material.at("/x509CertificateChain/certificates").forEach(certificates::add);
    }
    return !certificates.isEmpty()
        && certificates.size() <= ProvenanceLimits.CERTIFICATES_MAX
        && certificates.stream().allMatch(each -> isReadable(each.path("rawBytes").asText()));
  }

  private static boolean isReadable(String base64) {
    try {
      byte[] der = Base64.getDecoder().decode(base64.replace('-', '+').replace('_', '/'));
      return isKnown(Certificate.getInstance(der).getSubjectPublicKeyInfo());
    } catch (RuntimeException | IOException _) {
      return false; // the library promises nothing about the bytes of strangers
    }
  }

  private static boolean isKnown(SubjectPublicKeyInfo key) throws IOException {
    ASN1ObjectIdentifier algorithm = key.getAlgorithm().getAlgorithm();
    if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
      return key.getAlgorithm().getParameters() instanceof ASN1ObjectIdentifier curve
          && CURVES.contains(curve);
    }
    return algorithm.equals(ED25519)
        || algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)
            && RSAPublicKey.getInstance(key.parsePublicKey()).getModulus().bitLength()
                <= ProvenanceLimits.RSA_BITS_MAX;
  }
}
