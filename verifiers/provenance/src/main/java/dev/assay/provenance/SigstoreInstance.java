package dev.assay.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Pem;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A Sigstore instance for one specimen: a certificate authority, a log of certificates and a log of
 * signatures, each with a fresh key, and the trusted root that names them.
 */
final class SigstoreInstance {

  static final String ISSUER = "https://token.actions.githubusercontent.com";
  static final String SAN = "https://github.com/acme/shop/.github/workflows/ci.yml@refs/heads/main";
  static final String REPOSITORY = "https://github.com/acme/shop";
  static final String REF = "refs/heads/main";

  /** When the log takes entries unless a specimen says otherwise. */
  static final Instant TIME = Instant.parse("2026-11-24T10:00:00Z");

  private static final ASN1ObjectIdentifier FULCIO =
      new ASN1ObjectIdentifier("1.3.6.1.4.1.57264.1");
  private static final ASN1ObjectIdentifier SCTS =
      new ASN1ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2");
  private static final X500Name NAME = new X500Name("O=acme,CN=ca");

  private final KeyPair ca = SpecimenKeys.keys(true);
  private final KeyPair ctLog = SpecimenKeys.keys(true);
  private final KeyPair rekor = SpecimenKeys.keys(true);
  private final X509Certificate root;

  SigstoreInstance() throws GeneralSecurityException, IOException, OperatorCreationException {
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            NAME,
            BigInteger.ONE,
            Date.from(TIME.minus(Duration.ofDays(300))),
            Date.from(TIME.plus(Duration.ofDays(300))),
            NAME,
            ca.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    root = signed(builder, ca);
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, KeyPair by)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate())));
  }

  /** The file that an operator names in {@code trustedRoots}. */
  byte[] trustedRoot() throws CertificateEncodingException {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("mediaType", "application/vnd.dev.sigstore.trustedroot+json;version=0.1");
    json.putArray("tlogs").add(log("https://rekor.example", rekor));
    ObjectNode authority = json.putArray("certificateAuthorities").addObject();
    authority.putObject("subject").put("organization", "acme").put("commonName", "ca");
    authority.put("uri", "https://fulcio.example");
    authority
        .putObject("certChain")
        .putArray("certificates")
        .addObject()
        .put("rawBytes", base64(root.getEncoded()));
    authority.putObject("validFor").put("start", "2026-01-01T00:00:00Z");
    json.putArray("ctlogs").add(log("https://ct.example", ctLog));
    return Json.write(json);
  }

  private static ObjectNode log(String url, KeyPair key) {
    ObjectNode log = JsonNodeFactory.instance.objectNode();
    log.put("baseUrl", url).put("hashAlgorithm", "SHA2_256");
    ObjectNode publicKey = log.putObject("publicKey");
    publicKey.put("rawBytes", base64(key.getPublic().getEncoded()));
    publicKey.put("keyDetails", "PKIX_ECDSA_P256_SHA_256");
    publicKey.putObject("validFor").put("start", "2026-01-01T00:00:00Z");
    log.putObject("logId").put("keyId", base64(sha256(key.getPublic().getEncoded())));
    return log;
  }

  /** What goes wrong in a bundle; by default nothing. */
  static final class Wrong {
    private String issuer = ISSUER;
    private String san = SAN;
    private String repository = REPOSITORY;
    private String ref = REF;
    private Instant entered = TIME;
    private @Nullable SigstoreInstance log;
    private @Nullable KeyPair authority;
    private byte[] payloadSent = {};
    private boolean withoutPromise;
    private boolean otherCertificateLog;
    private KeyPurposeId purpose = KeyPurposeId.id_kp_codeSigning;

    Wrong issuer(String other) {
      issuer = other;
      return this;
    }

    Wrong san(String other) {
      san = other;
      return this;
    }

    /** Where the workflow ran, and what for. */
    Wrong ran(String where, String what) {
      repository = where;
      ref = what;
      return this;
    }

    /** When the log took the entry; certificates are valid for ten minutes from {@link #TIME}. */
    Wrong entered(Instant other) {
      entered = other;
      return this;
    }

    /** The entry is of another instance's log. */
    Wrong log(SigstoreInstance other) {
      log = other;
      return this;
    }

    /** The certificate is signed by another key of the same name. */
    Wrong authority(KeyPair other) {
      authority = other;
      return this;
    }

    /** The payload was replaced after it was signed. */
    Wrong payload(byte[] other) {
      payloadSent = other.clone();
      return this;
    }

    /** The log's promise, which has the time, was taken out. */
    Wrong withoutPromise() {
      withoutPromise = true;
      return this;
    }

    Wrong purpose(KeyPurposeId other) {
      purpose = other;
      return this;
    }

    /** The certificate was never in the log of certificates. */
    Wrong otherCertificateLog() {
      otherCertificateLog = true;
      return this;
    }
  }

  byte[] bundle(byte[] payload)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    return bundle(payload, new Wrong());
  }

  /** A bundle v0.3 around {@code payload}, signed with a certificate of a moment. */
  byte[] bundle(byte[] payload, Wrong wrong)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    KeyPair key = SpecimenKeys.keys(true);
    X509Certificate leaf = leaf(key, wrong);
    byte[] signature = SpecimenKeys.sign(key, Pae.encode(InTotoStatement.PAYLOAD_TYPE, payload));
    byte[] body = entry(payload, signature, leaf);
    SigstoreInstance log = wrong.log == null ? this : wrong.log;
    ObjectNode bundle = JsonNodeFactory.instance.objectNode();
    bundle.put("mediaType", "application/vnd.dev.sigstore.bundle.v0.3+json");
    ObjectNode material = bundle.putObject("verificationMaterial");
    material.putObject("certificate").put("rawBytes", base64(leaf.getEncoded()));
    material.putArray("tlogEntries").add(log.logged(body, wrong));
    byte[] sent = wrong.payloadSent.length == 0 ? payload : wrong.payloadSent;
    ObjectNode envelope = bundle.putObject("dsseEnvelope");
    envelope.put("payload", base64(sent)).put("payloadType", InTotoStatement.PAYLOAD_TYPE);
    envelope.putArray("signatures").addObject().put("sig", base64(signature));
    return Json.write(bundle);
  }

  private X509Certificate leaf(KeyPair key, Wrong wrong)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    KeyPair by = wrong.authority == null ? ca : wrong.authority;
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            NAME,
            BigInteger.TWO,
            Date.from(TIME),
            Date.from(TIME.plus(Duration.ofMinutes(10))),
            new X500Name(new RDN[0]),
            key.getPublic());
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(wrong.purpose));
    builder.addExtension(
        Extension.subjectAlternativeName,
        true,
        new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, wrong.san)));
    builder.addExtension(FULCIO.branch("8"), false, new DERUTF8String(wrong.issuer));
    builder.addExtension(FULCIO.branch("12"), false, new DERUTF8String(wrong.repository));
    builder.addExtension(FULCIO.branch("14"), false, new DERUTF8String(wrong.ref));
    byte[] withoutSct = signed(builder, by).getTBSCertificate();
    KeyPair witness = wrong.otherCertificateLog ? SpecimenKeys.keys(true) : ctLog;
    builder.addExtension(SCTS, false, new DEROctetString(sct(withoutSct, witness)));
    return signed(builder, by);
  }

  /** A signed certificate timestamp of RFC 6962, in a list of one. */
  private byte[] sct(byte[] tbs, KeyPair witness)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    ByteArrayOutputStream signed = new ByteArrayOutputStream();
    signed.write(new byte[] {0, 0}); // version 1, of a certificate
    signed.write(ByteBuffer.allocate(8).putLong(TIME.toEpochMilli()).array());
    signed.write(new byte[] {0, 1}); // a precertificate
    signed.write(sha256(ca.getPublic().getEncoded()));
    signed.write(
        new byte[] {(byte) (tbs.length >> 16), (byte) (tbs.length >> 8), (byte) tbs.length});
    signed.write(tbs);
    signed.write(new byte[] {0, 0}); // no extensions
    byte[] signature = SpecimenKeys.sign(witness, signed.toByteArray());
    ByteArrayOutputStream sct = new ByteArrayOutputStream();
    sct.write(0);
    sct.write(sha256(witness.getPublic().getEncoded()));
    sct.write(ByteBuffer.allocate(8).putLong(TIME.toEpochMilli()).array());
    sct.write(new byte[] {0, 0, 4, 3}); // no extensions; SHA-256, ECDSA
    sct.write(length(signature.length));
    sct.write(signature);
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    list.write(length(sct.size() + 2));
    list.write(length(sct.size()));
    list.write(sct.toByteArray());
    return list.toByteArray();
  }

  private static byte[] length(int bytes) {
    return new byte[] {(byte) (bytes >> 8), (byte) bytes};
  }

  /** The canonical body of an entry of the kind dsse 0.0.1. */
  private static byte[] entry(byte[] payload, byte[] signature, X509Certificate leaf)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("apiVersion", "0.0.1").put("kind", "dsse");
    ObjectNode spec = body.putObject("spec");
    String hash = HexFormat.of().formatHex(sha256(payload));
    spec.putObject("envelopeHash").put("algorithm", "sha256").put("value", hash);
    spec.putObject("payloadHash").put("algorithm", "sha256").put("value", hash);
    spec.putArray("signatures")
        .addObject()
        .put("signature", base64(signature))
        .put("verifier", base64(Pem.encode("CERTIFICATE", leaf.getEncoded()).getBytes(UTF_8)));
    return CanonicalJson.bytes(body);
  }

  /** The entry with its promise and its proof in a log of two. */
  private ObjectNode logged(byte[] body, Wrong wrong)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    byte[] sibling = sha256(new byte[] {0, 'x'});
    byte[] leaf = sha256(concat(new byte[] {0}, body));
    byte[] rootHash = sha256(concat(new byte[] {1}, concat(sibling, leaf)));
    byte[] logId = sha256(rekor.getPublic().getEncoded());
    String head = "rekor.example\n2\n" + base64(rootHash) + "\n";
    byte[] headSignature = SpecimenKeys.sign(rekor, head.getBytes(UTF_8));
    ObjectNode promised = JsonNodeFactory.instance.objectNode();
    promised.put("body", base64(body));
    promised.put("integratedTime", wrong.entered.getEpochSecond());
    promised.put("logID", HexFormat.of().formatHex(logId));
    promised.put("logIndex", 1);
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("logIndex", "1");
    entry.putObject("logId").put("keyId", base64(logId));
    entry.putObject("kindVersion").put("kind", "dsse").put("version", "0.0.1");
    entry.put("integratedTime", Long.toString(wrong.entered.getEpochSecond()));
    if (!wrong.withoutPromise) {
      entry
          .putObject("inclusionPromise")
          .put(
              "signedEntryTimestamp",
              base64(SpecimenKeys.sign(rekor, CanonicalJson.bytes(promised))));
    }
    ObjectNode proof = entry.putObject("inclusionProof");
    proof.put("logIndex", "1").put("rootHash", base64(rootHash)).put("treeSize", "2");
    proof.putArray("hashes").add(base64(sibling));
    proof
        .putObject("checkpoint")
        .put(
            "envelope",
            head
                + "\n\u2014 rekor.example "
                + base64(concat(Arrays.copyOf(logId, 4), headSignature))
                + "\n");
    entry.put("canonicalizedBody", base64(body));
    return entry;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw SpecimenKeys.impossible(e);
    }
  }
}
