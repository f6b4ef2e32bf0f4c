package dev.assay.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.store.formats.FormatSamples;
import dev.assay.store.index.IndexLimits;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttestationGateTest {

  private static final AttestationGate GATE =
      new AttestationGate(
          List.of(new AttestationKey(Samples.DIRECTOR.publicKey(), Samples.START, null)));

  @Test
  void aSignedVerificationIsAdmittedWithTheFactsItStates() {
    StoredAttestation sample = Samples.attestation(3);
    String text = CanonicalJson.text(Samples.statement(3, "FAIL"));

    StoredAttestation admitted = accepted(message(text, Samples.DIRECTOR));

    assertThat(admitted.id()).isEqualTo(sample.id());
    assertThat(admitted.kind()).isEqualTo(StoredAttestation.Kind.VERIFICATION);
    assertThat(admitted.verifier()).isEqualTo("quick");
    assertThat(admitted.result()).isEqualTo("FAIL");
    assertThat(admitted.workItem()).isEqualTo("item-0");
    assertThat(admitted.agent()).isEqualTo("agent-1");
    assertThat(admitted.fleet()).isEqualTo("fleet-a");
    assertThat(admitted.basis()).isEqualTo("CLAIMED");
    assertThat(admitted.commit()).isNull();
    assertThat(admitted.report()).isEqualTo(Samples.hash("report-3"));
    assertThat(admitted.time()).isEqualTo(Samples.START.plusMillis(3));
    assertThat(admitted.artifacts())
        .containsExactly(new StoredAttestation.Artifact("test-report", Samples.artifact(3)));
    assertThat(admitted.failureSignatures()).containsExactly("sig-3");
    assertThat(admitted.hypertheses()).containsExactly("MISSING_TOOL");
    assertThat(admitted.files()).isEqualTo(Samples.files(3));
    assertThat(admitted.envelope().json()).isEqualTo(sample.envelope().json());
  }

  @Test
  void aVerificationThatDoesNotSayHowItIsKnownIsKnownInNoWay() {
    ObjectNode statement = Samples.statement(3, "FAIL");
    ((ObjectNode) statement.path("predicate")).remove("basis");

    assertThat(accepted(message(CanonicalJson.text(statement), Samples.DIRECTOR)).basis()).isNull();
  }

  @Test
  void howAReportIsKnownIsReadFromTheSecondVersionOfThePredicate() {
    ObjectNode statement = Samples.statement(3, "FAIL");
    statement.put("predicateType", Statement.VERIFICATION_REPORT);
    ((ObjectNode) statement.path("predicate")).put("basis", "OBSERVED");

    StoredAttestation admitted = accepted(message(CanonicalJson.text(statement), Samples.DIRECTOR));

    assertThat(admitted.kind()).isEqualTo(StoredAttestation.Kind.VERIFICATION);
    assertThat(admitted.verifier()).isEqualTo("quick");
    assertThat(admitted.basis()).isEqualTo("OBSERVED");
  }

  @Test
  void anAttestationIsFoundBySoManyFilesAndHypothesesAtMostWholePathsFirst() {
    ObjectNode statement = Samples.statement(3, "FAIL");
    ArrayNode failures = ((ObjectNode) statement.path("predicate")).putArray("failureSignatures");
    for (int i = 0; i < 20; i++) {
      failures
          .addObject()
          .put("id", "sig-" + i)
          .put("kind", "finding")
          .put("text", "error rule in /a/b/c/d/e/f/file-" + i + ".java");
    }
    ArrayNode hypertheses = ((ObjectNode) statement.path("predicate")).putArray("hyperthesis");
    for (String why : List.of("COST", "COST", "BOREDOM", "MISSING_DATA")) {
      hypertheses.addObject().put("why", why);
    }

    StoredAttestation admitted = accepted(message(CanonicalJson.text(statement), Samples.DIRECTOR));

    assertThat(admitted.files())
        .hasSize(IndexLimits.FACETS_MAX)
        .contains("a/b/c/d/e/f/file-0.java", "file-0.java")
        .doesNotContain("/a/b/c/d/e/f/file-0.java", "file-19.java");
    assertThat(admitted.hypertheses()).containsExactly("MISSING_DATA", "COST");
  }

  @Test
  void aSignedTimeThatNoIndexHoldsIsRefused() {
    ObjectNode statement = Samples.statement(3, "FAIL");
    ((ObjectNode) statement.path("predicate")).put("time", "+999999999-12-31T23:59:59Z");

    assertThat(refused(message(CanonicalJson.text(statement), Samples.DIRECTOR)))
        .isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void theCommitThatWasSignedCanBeSearchedFor() {
    ObjectNode statement = Samples.statement(3, "FAIL");
    ((ObjectNode) statement.path("predicate")).put("commit", "c0ffee");

    assertThat(accepted(message(CanonicalJson.text(statement), Samples.DIRECTOR)).commit())
        .isEqualTo("c0ffee");
  }

  @Test
  void aPromotionIsAdmittedAsVerificationSummary() {
    StoredAttestation admitted =
        accepted(message(CanonicalJson.text(promotion()), Samples.DIRECTOR));

    assertThat(admitted.kind()).isEqualTo(StoredAttestation.Kind.VSA);
    assertThat(admitted.result()).isEqualTo("PASSED");
    assertThat(admitted.verifier()).isEqualTo("https://assay.dev/director");
    assertThat(admitted.time()).isEqualTo(Instant.parse("2026-05-06T07:08:09Z"));
    assertThat(admitted.artifacts())
        .containsExactly(new StoredAttestation.Artifact("test-report", Samples.artifact(0)));
    assertThat(admitted.commit()).isNull();
  }

  @Test
  void aManifestIsAdmittedUnderItsPartitionAndUnderNoOtherName() {
    Manifest manifest = Samples.manifest(0, 2);
    String text = manifest.statement().text();
    AttestationMessage signed = message(text, Samples.DIRECTOR);

    StoredAttestation admitted =
        accepted(with(signed, signed.id(), text, "assay.manifest/decisions/3", 1));

    assertThat(admitted.kind()).isEqualTo(StoredAttestation.Kind.MANIFEST);
    assertThat(admitted.result()).isEqualTo("RECORDED");
    assertThat(admitted.verifier()).isNull();
    assertThat(admitted.time()).isEqualTo(Instant.parse(manifest.time()));
    assertThat(refused(signed)).isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void aManifestOfOtherRecordsThanItsSubjectIsRefused() {
    ObjectNode statement =
        (ObjectNode) FormatSamples.tree(Samples.manifest(0, 2).statement().text().getBytes(UTF_8));
    ((ObjectNode) statement.path("predicate")).putArray("records");
    String text = CanonicalJson.text(statement);
    AttestationMessage signed = message(text, Samples.DIRECTOR);

    assertThat(refused(with(signed, signed.id(), text, "assay.manifest/decisions/3", 1)))
        .isEqualTo(ErrorCode.DIGEST_MISMATCH);
  }

  private static ObjectNode promotion() {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("_type", Statement.TYPE).put("predicateType", Statement.VERIFICATION_SUMMARY);
    statement
        .putArray("subject")
        .addObject()
        .put("name", "test-report")
        .putObject("digest")
        .put("sha256", Samples.artifact(0));
    ObjectNode predicate = statement.putObject("predicate");
    predicate.put("verificationResult", "PASSED").put("timeVerified", "2026-05-06T07:08:09Z");
    predicate.put("resourceUri", "assay:work-item/item-0");
    predicate.putObject("verifier").put("id", "https://assay.dev/director");
    return statement;
  }

  @Test
  void aStrangersSignatureIsRefused() {
    String text = CanonicalJson.text(Samples.statement(3, "FAIL"));

    assertThat(refused(message(text, Ed25519Key.generate(Samples.START))))
        .isEqualTo(ErrorCode.SIGNATURE_INVALID);
  }

  @Test
  void aRetiredKeyIsAcceptedForWhatItSignedInItsTimeAndForNothingLater() {
    Ed25519Key retired = Ed25519Key.generate(Samples.START);
    AttestationMessage signed = message(CanonicalJson.text(Samples.statement(3, "FAIL")), retired);
    Instant time = Instant.parse(signed.time());

    assertThat(gate(retired, time).admit(signed)).isInstanceOf(Parsed.Accepted.class);
    assertThat(gate(retired, time.minusMillis(1)).admit(signed))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            refused ->
                assertThat(refused.rejection().code()).isEqualTo(ErrorCode.SIGNATURE_INVALID));
  }

  private static AttestationGate gate(Ed25519Key retired, Instant notAfter) {
    return AttestationGate.checking(
        Samples.DIRECTOR.publicKey(),
        List.of(new AttestationKey(retired.publicKey(), Samples.START, notAfter)));
  }

  @Test
  void aStatementOtherThanTheSignedOneIsRefused() {
    AttestationMessage honest =
        message(CanonicalJson.text(Samples.statement(3, "FAIL")), Samples.DIRECTOR);
    String forged = honest.statement().replace("FAIL", "PASS");

    assertThat(refused(with(honest, honest.id(), forged, honest.workItem(), 1)))
        .isEqualTo(ErrorCode.DIGEST_MISMATCH);
    assertThat(refused(with(honest, Samples.hash(forged), forged, honest.workItem(), 1)))
        .isEqualTo(ErrorCode.SIGNATURE_INVALID);
  }

  @Test
  void aMessageThatContradictsItsStatementIsRefused() {
    AttestationMessage honest =
        message(CanonicalJson.text(Samples.statement(3, "FAIL")), Samples.DIRECTOR);

    assertThat(refused(with(honest, honest.id(), honest.statement(), "item-9", 1)))
        .isEqualTo(ErrorCode.INVALID_FIELD);
    assertThat(refused(with(honest, honest.id(), honest.statement(), honest.workItem(), 2)))
        .isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void aPromotionOfAnotherWorkItemIsRefused() {
    AttestationMessage honest = message(CanonicalJson.text(promotion()), Samples.DIRECTOR);

    assertThat(accepted(honest).workItem()).isEqualTo("item-0");
    assertThat(refused(with(honest, honest.id(), honest.statement(), "item-9", 1)))
        .isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void aSignedStatementOfAnotherShapeIsRefused() {
    String pretty = Samples.statement(3, "FAIL").toPrettyString();
    ObjectNode otherType = Samples.statement(3, "FAIL").put("_type", "https://example.com/x");
    ObjectNode otherPredicate =
        Samples.statement(3, "FAIL").put("predicateType", "https://example.com/x");
    ObjectNode noResult = Samples.statement(3, "FAIL");
    ((ObjectNode) noResult.path("predicate")).remove("result");

    assertThat(refused(message(pretty, Samples.DIRECTOR))).isEqualTo(ErrorCode.INVALID_FIELD);
    assertThat(refused(message("{", Samples.DIRECTOR))).isEqualTo(ErrorCode.INVALID_JSON);
    for (ObjectNode statement : List.of(otherType, otherPredicate, noResult)) {
      assertThat(refused(message(CanonicalJson.text(statement), Samples.DIRECTOR)))
          .isEqualTo(ErrorCode.INVALID_FIELD);
    }
  }

  private static StoredAttestation accepted(AttestationMessage message) {
    return switch (GATE.admit(message)) {
      case Parsed.Accepted<StoredAttestation>(StoredAttestation value) -> value;
      case Parsed.Rejected<StoredAttestation>(var rejection) ->
          throw new AssertionError(rejection.detail());
    };
  }

  private static ErrorCode refused(AttestationMessage message) {
    return switch (GATE.admit(message)) {
      case Parsed.Accepted<StoredAttestation> _ -> throw new AssertionError("it was admitted");
      case Parsed.Rejected<StoredAttestation>(var rejection) -> rejection.code();
    };
  }

  private static AttestationMessage message(String statement, Signer signer) {
    byte[] payload = statement.getBytes(StandardCharsets.UTF_8);
    byte[] signature = signer.sign(Pae.encode(Statement.PAYLOAD_TYPE, payload));
    return new AttestationMessage(
        Samples.hash(statement),
        "item-0",
        Samples.hash("event"),
        1,
        new Agent("fleet-a", "agent-1", null),
        statement,
        signer.keyId(),
        Base64.getEncoder().encodeToString(signature),
        "2026-01-02T03:04:05Z");
  }

  private static AttestationMessage with(
      AttestationMessage m, String id, String statement, String workItem, int attempt) {
    return new AttestationMessage(
        id,
        workItem,
        m.eventKey(),
        attempt,
        m.agent(),
        statement,
        m.keyId(),
        m.signature(),
        m.time());
  }
}
