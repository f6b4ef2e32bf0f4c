package dev.assay.provenance;

import static dev.assay.provenance.Signatures.COMMIT;
import static dev.assay.provenance.Signatures.REPORT_SHA;
import static dev.assay.provenance.Signatures.TARGET;
import static dev.assay.provenance.Signatures.bytes;
import static dev.assay.provenance.Signatures.config;
import static dev.assay.provenance.Signatures.envelope;
import static dev.assay.provenance.Signatures.keyId;
import static dev.assay.provenance.Signatures.keys;
import static dev.assay.provenance.Signatures.slsa;
import static dev.assay.provenance.Signatures.testResult;
import static dev.assay.provenance.Signatures.trusting;
import static dev.assay.provenance.Signatures.verify;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Target;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.testkit.VerifierContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose word counts for which bytes, of statements that a key signed. */
class ProvenanceTest {

  private static final byte[] TRUE = bytes(testResult(REPORT_SHA, "PASSED", COMMIT));

  @TempDir private Path home = Path.of("");

  @TestFactory
  Stream<DynamicTest> contract() {
    return VerifierContract.of(new ProvenanceProvider(), "{}");
  }

  private static void assertNothing(Finding finding, Result result, String cause) {
    assertThat(finding.result()).as(finding.summary()).isEqualTo(result);
    assertThat(finding.failureSignatures()).contains(FailureSignature.named("provenance", cause));
    assertThat(finding.vouching()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ed25519", "EC", "RSA"})
  void aKeyOfThePolicyVouchesForTheBytesThatItsStatementNames(String algorithm) throws Exception {
    KeyPair ci = keys(algorithm);

    Finding finding = verify(home, trusting("ci", ci), envelope(ci, keyId(ci), TRUE).json());

    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
    assertThat(finding.vouching())
        .isEqualTo(new Vouching("key:ci sha256:" + keyId(ci), List.of(REPORT_SHA)));
    assertThat(finding.hyperthesis()).extracting("blindSpot").first().asString().contains("key");
  }

  @Test
  void aStatementOfHowSomethingWasBuiltVouchesForItsSubjects() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] payload = bytes(slsa(REPORT_SHA, "https://github.com/acme/shop", COMMIT));

    Finding finding = verify(home, trusting("ci", ci), envelope(ci, "", payload).json());

    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
  }

  @Test
  void aKeyThatThePolicyDoesNotNameVouchesForNothing() throws Exception {
    KeyPair stranger = keys("Ed25519");

    Finding finding =
        verify(home, trusting("ci", keys("Ed25519")), envelope(stranger, "", TRUE).json());

    assertNothing(finding, Result.INCONCLUSIVE, "SIGNER_NOT_TRUSTED");
  }

  @Test
  void whoSignsInTheNameOfATrustedKeyFails() throws Exception {
    KeyPair ci = keys("Ed25519");
    KeyPair liar = keys("Ed25519");

    for (String hint : List.of(keyId(ci), "ci")) {
      Finding finding = verify(home, trusting("ci", ci), envelope(liar, hint, TRUE).json());

      assertNothing(finding, Result.FAIL, "SIGNATURE_INVALID");
    }
  }

  /** One true signature makes no other one true. */
  @Test
  void whoSignsBesideATrustedKeyInTheNameOfAnotherFails() throws Exception {
    KeyPair ci = keys("Ed25519");
    KeyPair release = keys("EC");
    KeyPair liar = keys("Ed25519");
    String both =
        config(
            Map.of("keys", Map.of("ci", Signatures.pem(ci), "release", Signatures.pem(release))));
    EnvelopeSignature good = envelope(ci, keyId(ci), TRUE).signatures().getFirst();

    for (String hint : List.of(keyId(release), "release")) {
      EnvelopeSignature bad = envelope(liar, hint, TRUE).signatures().getFirst();
      for (List<EnvelopeSignature> order : List.of(List.of(good, bad), List.of(bad, good))) {
        Envelope envelope = Envelope.of(InTotoStatement.PAYLOAD_TYPE, TRUE, order);

        assertNothing(verify(home, both, envelope.json()), Result.FAIL, "SIGNATURE_INVALID");
      }
    }
    EnvelopeSignature stranger = envelope(liar, "stranger", TRUE).signatures().getFirst();
    Envelope beside = Envelope.of(InTotoStatement.PAYLOAD_TYPE, TRUE, List.of(stranger, good));
    assertThat(verify(home, both, beside.json()).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aStatementThatWasAlteredAfterItWasSignedFails() throws Exception {
    KeyPair ci = keys("Ed25519");
    Envelope about = envelope(ci, keyId(ci), bytes(testResult("0".repeat(64), "PASSED", COMMIT)));
    Envelope altered =
        Envelope.of(
            about.payloadType(),
            TRUE,
            List.of(new EnvelopeSignature(keyId(ci), about.signatures().getFirst().signature())));

    assertNothing(
        verify(home, trusting("ci", ci), altered.json()), Result.FAIL, "SIGNATURE_INVALID");
  }

  @Test
  void aTrueStatementAboutOtherBytesVouchesForNothingHere() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] other = bytes(testResult(Digests.sha256Hex("other"), "PASSED", COMMIT));

    assertNothing(
        verify(home, trusting("ci", ci), envelope(ci, "", other).json()),
        Result.INCONCLUSIVE,
        "OTHER_SUBJECT");
  }

  /** An agent may name any commit, also one that a true statement is about. */
  @Test
  void aStatementOfTheCommitThatIsNamedVouchesForNoBytesThatItDoesNotName() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] other = bytes(testResult(Digests.sha256Hex("older"), "PASSED", COMMIT));
    byte[] both = bytes(testResult(REPORT_SHA, "PASSED", COMMIT));

    Finding ofCommit =
        beside(ci, envelope(ci, "", other).json(), ArtifactRole.WORKSPACE, "other code");
    Finding ofReport =
        beside(ci, envelope(ci, "", both).json(), ArtifactRole.WORKSPACE, "other code");

    assertNothing(ofCommit, Result.INCONCLUSIVE, "OTHER_SUBJECT");
    assertThat(Objects.requireNonNull(ofReport.vouching()).artifacts())
        .as("what other evidence is about stays a claim")
        .containsExactly(REPORT_SHA);
    assertThat(ofReport.hyperthesis()).extracting("bound").contains("they count as claimed");
  }

  private Finding beside(KeyPair ci, byte[] document, ArtifactRole role, String artifact)
      throws Exception {
    return verify(home, "{}", trusting("ci", ci), TARGET, document, role, artifact);
  }

  @Test
  void aTrustedSignerThatTellsOfFailedTestsIsBelieved() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] failed = bytes(testResult(REPORT_SHA, "FAILED", COMMIT));

    assertNothing(
        verify(home, trusting("ci", ci), envelope(ci, "", failed).json()),
        Result.FAIL,
        "RESULT_FAILED");
  }

  /** Also where it does not say of which commit, and beside a statement that is content. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"https://in-toto.io/attestation/test-result/v0.1\",\"predicate\":{\"result\":\"FAILED\"}",
        "\"https://slsa.dev/verification_summary/v1\","
            + "\"predicate\":{\"verificationResult\":\"FAILED\"}",
        "\"https://slsa.dev/verification_summary/v0.2\","
            + "\"predicate\":{\"verification_result\":\"FAILED\"}"
      })
  void aTrustedSignerThatTellsOfAFailureInAnyStatementIsBelieved(String predicate)
      throws Exception {
    KeyPair ci = keys("Ed25519");
    String failed =
        "{\"_type\":\"https://in-toto.io/Statement/v1\",\"subject\":[{\"digest\":{\"sha256\":\"%s\"}}],\"predicateType\":%s}"
            .formatted(REPORT_SHA, predicate);
    byte[] told = envelope(ci, "", failed.getBytes(StandardCharsets.UTF_8)).json();
    byte[] lines =
        (text(told) + "\n" + text(envelope(ci, "", TRUE).json())).getBytes(StandardCharsets.UTF_8);

    for (byte[] document : List.of(told, lines)) {
      assertNothing(verify(home, trusting("ci", ci), document), Result.FAIL, "RESULT_FAILED");
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "same,same,PASS,",
    "other,same,INCONCLUSIVE,OTHER_COMMIT",
    "same,none,INCONCLUSIVE,COMMIT_NOT_NAMED",
    "none,same,INCONCLUSIVE,COMMIT_NOT_NAMED",
    "none,none,INCONCLUSIVE,COMMIT_NOT_NAMED"
  })
  void whatWasVouchedForOnceSaysNothingAboutAnotherCommit(
      String stated, String target, Result result, String cause) throws Exception {
    KeyPair ci = keys("Ed25519");
    String commit =
        switch (stated) {
          case "same" -> COMMIT;
          case "other" -> "17".repeat(20);
          default -> null;
        };
    byte[] document = envelope(ci, "", bytes(testResult(REPORT_SHA, "PASSED", commit))).json();
    Target asked = target.equals("same") ? TARGET : null;

    Finding finding = verify(home, "{}", trusting("ci", ci), asked, document);

    assertThat(finding.result()).as(finding.summary()).isEqualTo(result);
    if (cause != null) {
      assertNothing(finding, result, cause);
    }
  }

  @Test
  void aPolicyMayCompareCommitsOnlyWhereBothAreNamed() throws Exception {
    KeyPair ci = keys("Ed25519");
    String lenient =
        Signatures.config(
            Map.of("keys", Map.of("ci", Signatures.pem(ci)), "commitRequired", false));
    byte[] unnamed = envelope(ci, "", bytes(testResult(REPORT_SHA, "PASSED", null))).json();
    byte[] other =
        envelope(ci, "", bytes(testResult(REPORT_SHA, "PASSED", "17".repeat(20)))).json();

    Finding finding = verify(home, lenient, unnamed);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.hyperthesis()).extracting("blindSpot").asString().contains("commit");
    assertNothing(verify(home, lenient, other), Result.INCONCLUSIVE, "OTHER_COMMIT");
  }

  @Test
  void theSameUserOfAnotherHostIsAnotherRepository() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] payload = bytes(slsa(REPORT_SHA, "ssh://git@evil.example/x", COMMIT));
    Target target = new Target("ssh://git@github.com/acme/shop", COMMIT, List.of());

    assertNothing(
        verify(home, "{}", trusting("ci", ci), target, envelope(ci, "", payload).json()),
        Result.INCONCLUSIVE,
        "OTHER_COMMIT");
  }

  @Test
  void theCommitOfADependencySaysNothingWithoutItsRepository() throws Exception {
    KeyPair ci = keys("Ed25519");
    ObjectNode statement = slsa(REPORT_SHA, "https://github.com/acme/shop", "17".repeat(20));
    statement
        .withArray("/predicate/buildDefinition/resolvedDependencies")
        .addObject()
        .put("uri", "git+https://github.com/acme/ci-config")
        .putObject("digest")
        .put("gitCommit", COMMIT);
    Target target = new Target(null, COMMIT, List.of());

    assertNothing(
        verify(home, "{}", trusting("ci", ci), target, envelope(ci, "", bytes(statement)).json()),
        Result.INCONCLUSIVE,
        "OTHER_COMMIT");
  }

  @Test
  void theSameCommitOfAnotherRepositoryIsAnotherOne() throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] payload = bytes(slsa(REPORT_SHA, "https://github.com/evil/uses-shop", COMMIT));

    assertNothing(
        verify(home, trusting("ci", ci), envelope(ci, "", payload).json()),
        Result.INCONCLUSIVE,
        "OTHER_COMMIT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://github.com/acme/shop",
        "https://github.com/acme/shop.git",
        "git@github.com:acme/shop.git",
        "ssh://git@github.com/acme/shop",
        "https://user@github.com/acme/shop",
        "git+https://github.com/acme/shop@refs/heads/main"
      })
  void aRepositoryIsTheSameHoweverItIsWritten(String written) throws Exception {
    KeyPair ci = keys("Ed25519");
    byte[] payload = bytes(slsa(REPORT_SHA, "https://github.com/acme/shop", COMMIT));
    Target target = new Target(written, COMMIT, List.of());

    Finding finding =
        verify(home, "{}", trusting("ci", ci), target, envelope(ci, "", payload).json());

    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
  }

  @Test
  void somethingElseThatATrustedKeySignedIsNoStatement() throws Exception {
    KeyPair ci = keys("Ed25519");
    String twice =
        new String(TRUE, StandardCharsets.UTF_8)
            .replaceFirst("\\{", "{\"subject\":[],")
            .concat(" ");
    ObjectNode nameless = testResult(REPORT_SHA, "PASSED", COMMIT);
    nameless.putArray("subject");
    ObjectNode shouted = testResult(REPORT_SHA, "GREAT", COMMIT);

    for (byte[] document :
        List.of(
            envelope(ci, "", "application/vnd.example+json", TRUE).json(),
            envelope(ci, "", twice.getBytes(StandardCharsets.UTF_8)).json(),
            envelope(ci, "", bytes(nameless)).json(),
            envelope(ci, "", bytes(shouted)).json())) {
      assertNothing(
          verify(home, trusting("ci", ci), document), Result.INCONCLUSIVE, "NOT_A_STATEMENT");
    }
  }

  @Test
  void aPolicyThatTrustsNobodySaysSo() throws Exception {
    assertNothing(
        verify(home, "{}", envelope(keys("Ed25519"), "", TRUE).json()),
        Result.INCONCLUSIVE,
        "NO_TRUST_CONFIGURED");
  }

  @Test
  void oneForgedLineFailsADocumentOfSeveral() throws Exception {
    KeyPair ci = keys("Ed25519");
    String good = new String(envelope(ci, "", TRUE).json(), StandardCharsets.UTF_8);
    String forged =
        new String(envelope(keys("Ed25519"), keyId(ci), TRUE).json(), StandardCharsets.UTF_8);
    String strange = new String(envelope(keys("Ed25519"), "", TRUE).json(), StandardCharsets.UTF_8);

    assertThat(lines(ci, strange, good).result()).isEqualTo(Result.PASS);
    assertNothing(lines(ci, good, forged), Result.FAIL, "SIGNATURE_INVALID");
  }

  private Finding lines(KeyPair ci, String... lines) throws Exception {
    byte[] document = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return verify(home, trusting("ci", ci), document);
  }

  @Test
  void aBundleWithAKeyIsReadAsItsEnvelope() throws Exception {
    KeyPair ci = keys("EC");
    String bundle =
        """
        {"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json",
         "verificationMaterial":{"publicKey":{"hint":"%s"},"tlogEntries":[]},"dsseEnvelope":%s}
        """;
    String good = new String(envelope(ci, "", TRUE).json(), StandardCharsets.UTF_8);
    String forged = new String(envelope(keys("EC"), "", TRUE).json(), StandardCharsets.UTF_8);

    Finding finding = lines(ci, bundle.formatted(keyId(ci), good));

    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.PASS);
    assertNothing(lines(ci, bundle.formatted(keyId(ci), forged)), Result.FAIL, "SIGNATURE_INVALID");
  }

  @Test
  void aThousandSignaturesAreNotLookedAt() throws Exception {
    KeyPair ci = keys("Ed25519");
    EnvelopeSignature one = envelope(ci, "", TRUE).signatures().getFirst();
    byte[] document =
        Envelope.of(InTotoStatement.PAYLOAD_TYPE, TRUE, Collections.nCopies(1_000, one)).json();

    assertNothing(
        verify(home, trusting("ci", ci), document), Result.INCONCLUSIVE, "DOCUMENT_UNUSABLE");
  }

  @Test
  void whatIsNoDocumentOrTooMuchOfOneIsUnusable() throws Exception {
    KeyPair ci = keys("Ed25519");
    String good = new String(envelope(ci, "", TRUE).json(), StandardCharsets.UTF_8);
    String twice = good.replaceFirst("\\{", "{\"payloadType\":\"x\",");

    for (String document :
        List.of("", "not json", twice, (good + "\n").repeat(65), good + "\n{\"payload")) {
      assertThatThrownBy(() -> lines(ci, document))
          .as(document.substring(0, Math.min(80, document.length())))
          .isInstanceOfSatisfying(
              ArtifactUnusableException.class,
              e -> assertThat(e.code()).isEqualTo("DOCUMENT_UNUSABLE"));
    }
    assertThatThrownBy(() -> lines(ci, " ".repeat(ProvenanceLimits.DOCUMENT_BYTES_MAX + 1)))
        .isInstanceOfSatisfying(
            ArtifactUnusableException.class,
            e -> assertThat(e.code()).isEqualTo("DOCUMENT_TOO_LARGE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"keys\":{\"ci\":\"no key\"}}",
        "{\"trusted\":true}",
        "{\"identities\":[{\"issuer\":\"https://i\"}]}"
      })
  void aConfigurationThatCannotBeReadIsThePolicysFault(String config) {
    assertThatThrownBy(() -> verify(home, config, envelope(keys("EC"), "", TRUE).json()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aWeakKeyIsNotTaken() throws Exception {
    for (String algorithm : List.of("X25519", "DSA")) {
      String pem = Signatures.pem(keys(algorithm));

      assertThatThrownBy(() -> TrustedKey.of("ci", pem))
          .hasMessageContaining("Ed25519, ECDSA on P-256, or RSA");
    }
  }
}
