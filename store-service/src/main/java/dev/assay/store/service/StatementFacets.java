package dev.assay.store.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.store.index.ArtifactFacet;
import dev.assay.store.index.AttestationKind;
import dev.assay.store.index.StoredAttestation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people search an attestation by, read from the statement that was verified. */
final class StatementFacets {

  private StatementFacets() {}

  static StoredAttestation of(AttestationMessage message, JsonNode statement, Envelope envelope) {
    String predicateType = statement.path("predicateType").asText();
    JsonNode predicate = statement.path("predicate");
    AttestationKind kind = kind(predicateType);
    return new StoredAttestation(
        message.id(),
        kind,
        predicateType,
        message.workItem(),
        message.attempt(),
        text(predicate, "verifierType"),
        kind == AttestationKind.VERIFICATION
            ? predicate.path("result").asText()
            : predicate.path("verificationResult").asText("PASSED"),
        message.agent() == null ? null : message.agent().id(),
        message.agent() == null ? null : message.agent().fleet(),
        text(predicate, "commit"),
        text(predicate, "reportDigest"),
        Instant.parse(message.time()),
        artifacts(statement, predicate),
        signatures(predicate),
        envelope);
  }

  private static AttestationKind kind(String predicateType) {
    return switch (predicateType) {
      case Statement.VERIFICATION_REPORT -> AttestationKind.VERIFICATION;
      case Statement.VERIFICATION_SUMMARY -> AttestationKind.VSA;
      default -> AttestationKind.APPROVAL;
    };
  }

  private static List<ArtifactFacet> artifacts(JsonNode statement, JsonNode predicate) {
    List<ArtifactFacet> artifacts = new ArrayList<>();
    for (JsonNode artifact : predicate.path("artifacts")) {
      artifacts.add(
          new ArtifactFacet(artifact.path("role").asText(), artifact.path("sha256").asText()));
    }
    if (artifacts.isEmpty()) {
      for (JsonNode subject : statement.path("subject")) {
        artifacts.add(
            new ArtifactFacet(
                subject.path("name").asText(), subject.path("digest").path("sha256").asText()));
      }
    }
    return artifacts;
  }

  private static List<String> signatures(JsonNode predicate) {
    List<String> ids = new ArrayList<>();
    predicate.path("failureSignatures").forEach(s -> ids.add(s.path("id").asText()));
    return ids;
  }

  private static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).textValue() : null;
  }
}
