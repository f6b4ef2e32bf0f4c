package dev.assay.provenance;

import static dev.assay.provenance.Signatures.COMMIT;
import static dev.assay.provenance.Signatures.REPORT_SHA;
import static dev.assay.provenance.Signatures.bytes;
import static dev.assay.provenance.Signatures.slsa;
import static dev.assay.provenance.SigstoreInstance.ISSUER;
import static dev.assay.provenance.SigstoreInstance.SAN;
import static dev.assay.provenance.SigstoreInstance.TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.provenance.SigstoreInstance.Wrong;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whose word counts for which bytes, of statements signed with a certificate of Sigstore. */
class SigstoreTest {

  private static final byte[] TRUE =
      bytes(slsa(REPORT_SHA, "https://github.com/acme/shop", COMMIT));
  private static final byte[] OTHER =
      bytes(slsa(Digests.sha256Hex("other"), "https://github.com/acme/shop", COMMIT));

  @TempDir private static Path home;

  private static SigstoreInstance instance;
  private static SigstoreInstance stranger;
  private static String root;

  @BeforeAll
  static void make() throws Exception {
    instance = new SigstoreInstance();
    stranger = new SigstoreInstance();
    Files.write(home.resolve("root.json"), instance.trustedRoot());
    root = Digests.sha256Hex(instance.trustedRoot());
  }

  private static Finding verify(String issuer, String san, byte[] document) throws Exception {
    String config =
        Signatures.config(
            Map.of("identities", List.of(Map.of("root", root, "issuer", issuer, "san", san))));
    return Signatures.verify(
        home, "{\"trustedRoots\":[\"root.json\"]}", config, Signatures.TARGET, document);
  }

  private static void assertNothing(Finding finding, Result result, String cause) {
    assertThat(finding.failureSignatures())
        .as(finding.summary())
        .containsExactly(FailureSignature.named("provenance", cause));
    assertThat(finding.result()).isEqualTo(result);
    assertThat(finding.vouching()).isNull();
  }

  @Test
  void anIdentityOfThePolicyVouchesForTheBytesThatItsStatementNames() throws Exception {
    Finding finding = verify(ISSUER, SAN, instance.bundle(TRUE));

    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
    assertThat(finding.vouching()).isEqualTo(new Vouching(ISSUER + " " + SAN, List.of(REPORT_SHA)));
  }

  @Test
  void attestationsAsGitHubKeepsThemAreABundleOnEachLine() throws Exception {
    byte[] lines =
        String.join(
                "\n",
                new String(instance.bundle(OTHER), StandardCharsets.UTF_8),
                new String(instance.bundle(TRUE), StandardCharsets.UTF_8),
                "")
            .getBytes(StandardCharsets.UTF_8);

    assertThat(verify(ISSUER, SAN, lines).result()).isEqualTo(Result.PASS);
  }

  static Stream<Arguments> wrong() throws Exception {
    return Stream.of(
        Arguments.of("another workflow", "SIGNER_NOT_TRUSTED", new Wrong().san(SAN + "-fork")),
        Arguments.of("another issuer", "SIGNER_NOT_TRUSTED", new Wrong().issuer("https://evil")),
        Arguments.of(
            "after the certificate's time",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().entered(TIME.plus(Duration.ofHours(1)))),
        Arguments.of(
            "before the certificate's time",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().entered(TIME.minus(Duration.ofHours(1)))),
        Arguments.of(
            "an entry of another log",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().log(new SigstoreInstance())),
        Arguments.of(
            "a certificate of somebody else",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().authority(Signatures.keys("EC"))),
        Arguments.of(
            "a certificate for servers",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().purpose(KeyPurposeId.id_kp_serverAuth)),
        Arguments.of(
            "a certificate that no log has",
            "BUNDLE_NOT_TRUSTED",
            new Wrong().otherCertificateLog()),
        Arguments.of(
            "a time that nobody signed", "BUNDLE_NOT_TRUSTED", new Wrong().withoutPromise()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrong")
  void whatTheTrustedRootDoesNotBearOutVouchesForNothing(String name, String cause, Wrong wrong)
      throws Exception {
    assertNothing(verify(ISSUER, SAN, instance.bundle(TRUE, wrong)), Result.INCONCLUSIVE, cause);
  }

  @Test
  void aBundleOfSeveralEntriesIsNotRead() throws Exception {
    ObjectNode bundle =
        (ObjectNode) Signatures.tree(instance.bundle(TRUE, new Wrong().withoutPromise()));
    bundle
        .withArray("/verificationMaterial/tlogEntries")
        .add(Signatures.tree(instance.bundle(OTHER)).at("/verificationMaterial/tlogEntries/0"));

    assertNothing(verify(ISSUER, SAN, bytes(bundle)), Result.INCONCLUSIVE, "DOCUMENT_UNUSABLE");
  }

  @Test
  void aStatementThatWasReplacedAfterItWasSignedFails() throws Exception {
    byte[] altered = instance.bundle(OTHER, new Wrong().payload(TRUE));

    assertNothing(verify(ISSUER, SAN, altered), Result.FAIL, "SIGNATURE_INVALID");
  }

  @Test
  void aBundleOfAnotherInstanceWithTheSameNamesVouchesForNothing() throws Exception {
    assertNothing(
        verify(ISSUER, SAN, stranger.bundle(TRUE)), Result.INCONCLUSIVE, "BUNDLE_NOT_TRUSTED");
  }

  @Test
  void aStatementAboutOtherBytesVouchesForNothingHere() throws Exception {
    assertNothing(
        verify(ISSUER, SAN, instance.bundle(OTHER)), Result.INCONCLUSIVE, "OTHER_SUBJECT");
  }

  /** A workflow that may be called from elsewhere has its own name in the certificate. */
  @ParameterizedTest
  @CsvSource({
    "https://github.com/acme/shop, refs/heads/main, true",
    "https://github.com/evil/shop, refs/heads/main, false",
    "https://github.com/acme/shop, refs/pull/7/merge, false"
  })
  void anIdentityMaySayWhereAWorkflowHasToRun(String repository, String ref, boolean trusted)
      throws Exception {
    String config =
        Signatures.config(
            Map.of(
                "identities",
                List.of(
                    Map.of(
                        "root",
                        root,
                        "issuer",
                        ISSUER,
                        "san",
                        SAN,
                        "repository",
                        SigstoreInstance.REPOSITORY,
                        "ref",
                        SigstoreInstance.REF))));
    byte[] bundle = instance.bundle(TRUE, new Wrong().ran(repository, ref));

    Finding finding =
        Signatures.verify(
            home, "{\"trustedRoots\":[\"root.json\"]}", config, Signatures.TARGET, bundle);

    if (trusted) {
      assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
    } else {
      assertNothing(finding, Result.INCONCLUSIVE, "SIGNER_NOT_TRUSTED");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://github.com/acme/shop/.github/workflows/*@refs/heads/main,true",
    "https://github.com/acme/**@refs/heads/main,true",
    "https://github.com/*/.github/workflows/ci.yml@refs/heads/main,false",
    "https://github.com/acme/shop/**,false",
    "https://github?com/acme/shop/.github/workflows/ci.yml@refs/heads/main,false"
  })
  void aStarStandsForNoMoreThanItSays(String san, boolean trusted) throws Exception {
    Finding finding = verify(ISSUER, san, instance.bundle(TRUE));

    assertThat(finding.result() == Result.PASS).as(finding.summary()).isEqualTo(trusted);
  }

  @Test
  void aBranchThatIsNamedLikeTheTrustedOneIsAnotherBranch() throws Exception {
    String branch =
        "https://github.com/acme/shop/.github/workflows/evil.yml@refs/heads/x@refs/heads/main";
    byte[] bundle = instance.bundle(TRUE, new Wrong().san(branch));

    assertNothing(
        verify(ISSUER, "https://github.com/acme/shop/.github/workflows/*@refs/heads/main", bundle),
        Result.INCONCLUSIVE,
        "SIGNER_NOT_TRUSTED");
  }

  /** Keys that a library would have tested for seconds each, and keys of no use. */
  static Stream<Arguments> keysOfStrangers() throws Exception {
    BigInteger large = BigInteger.ONE.shiftLeft(16_383).add(BigInteger.valueOf(2_001));
    KeyPairGenerator curves = KeyPairGenerator.getInstance("EC", new BouncyCastleProvider());
    curves.initialize(new ECGenParameterSpec("secp256k1"));
    return Stream.of(
        Arguments.of(
            "RSA, 16,384 bits, an exponent of 71", rsa(large, BigInteger.ONE.shiftLeft(70))),
        Arguments.of("RSA, 200,000 bits", rsa(BigInteger.ONE.shiftLeft(199_999), BigInteger.TWO)),
        Arguments.of("RSA of nothing", rsa(BigInteger.ZERO, BigInteger.ZERO)),
        Arguments.of("secp256k1", curves.generateKeyPair().getPublic().getEncoded()),
        Arguments.of("Ed448", Signatures.keys("Ed448").getPublic().getEncoded()),
        Arguments.of("DSA", Signatures.keys("DSA").getPublic().getEncoded()));
  }

  private static byte[] rsa(BigInteger modulus, BigInteger exponent) throws IOException {
    return new SubjectPublicKeyInfo(
            new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
            new RSAPublicKey(modulus, exponent))
        .getEncoded();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("keysOfStrangers")
  void aCertificateWithAKeyThatSigstoreDoesNotKnowIsNotRead(String name, byte[] key)
      throws Exception {
    KeyPair stranger = Signatures.keys("EC");
    byte[] certificate =
        new X509v3CertificateBuilder(
                new X500Name("CN=stranger"),
                BigInteger.TWO,
                Date.from(TIME),
                Date.from(TIME.plusSeconds(600)),
                new X500Name("CN=stranger"),
                SubjectPublicKeyInfo.getInstance(key))
            .addExtension(
                Extension.subjectAlternativeName,
                true,
                new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, SAN)))
            .addExtension(
                new ASN1ObjectIdentifier("1.3.6.1.4.1.57264.1.8"), false, new DERUTF8String(ISSUER))
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(stranger.getPrivate()))
            .getEncoded();

    assertNothing(
        verify(ISSUER, SAN, withCertificates(Collections.nCopies(4, certificate))),
        Result.INCONCLUSIVE,
        "DOCUMENT_UNUSABLE");
  }

  @Test
  void aChainWithoutEndIsNotRead() throws Exception {
    byte[] leaf =
        Signatures.tree(instance.bundle(TRUE))
            .at("/verificationMaterial/certificate/rawBytes")
            .binaryValue();

    assertNothing(
        verify(ISSUER, SAN, withCertificates(Collections.nCopies(9, leaf))),
        Result.INCONCLUSIVE,
        "DOCUMENT_UNUSABLE");
  }

  /** A true bundle with another chain. */
  private static byte[] withCertificates(List<byte[]> chain) throws Exception {
    ObjectNode bundle = (ObjectNode) Signatures.tree(instance.bundle(TRUE));
    bundle.put("mediaType", "application/vnd.dev.sigstore.bundle+json;version=0.2");
    ObjectNode material = (ObjectNode) bundle.get("verificationMaterial");
    material.remove("certificate");
    ArrayNode certificates = material.putObject("x509CertificateChain").putArray("certificates");
    chain.forEach(each -> certificates.addObject().put("rawBytes", each));
    return bytes(bundle);
  }

  @Test
  void aRootThatTheWorkerDoesNotHaveIsToldAsThat() throws Exception {
    String config =
        Signatures.config(
            Map.of("identities", List.of(Map.of("root", root, "issuer", ISSUER, "san", SAN))));

    assertNothing(
        Signatures.verify(home, "{}", config, Signatures.TARGET, instance.bundle(TRUE)),
        Result.INCONCLUSIVE,
        "ROOT_NOT_HERE");
  }

  @Test
  void aRootThatComesWithWorkIsTrustedByNobody() throws Exception {
    String config =
        Signatures.config(
            Map.of(
                "identities",
                List.of(
                    Map.of(
                        "root",
                        Digests.sha256Hex(stranger.trustedRoot()),
                        "issuer",
                        ISSUER,
                        "san",
                        SAN))));

    Finding finding =
        Signatures.verify(
            home,
            "{\"trustedRoots\":[\"root.json\"]}",
            config,
            Signatures.TARGET,
            stranger.bundle(TRUE),
            SigstoreSpecimens.ROOT,
            new String(stranger.trustedRoot(), StandardCharsets.UTF_8));

    assertNothing(finding, Result.INCONCLUSIVE, "ROOT_NOT_HERE");
  }

  @Test
  void aFileThatIsNoTrustedRootIsAnErrorAtStart() throws IOException {
    Files.writeString(home.resolve("other.json"), "{\"mediaType\":\"other\"}");

    for (String file : List.of("other.json", "absent.json")) {
      assertThatThrownBy(() -> SigstoreRoots.of(List.of(file), home))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(file);
    }
  }
}
