package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.nocopy.NoCopyGate;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what agents wrote as their own words (the summaries, claims and notes of a sub-result,
 * the response of a delegation) with the raw output that goes with it. Quotes that say where they
 * are from are citations and are not compared.
 */
final class CopyCheck {

  private static final Set<ArtifactRole> SUMMARIES =
      EnumSet.of(ArtifactRole.SUB_RESULT, ArtifactRole.DELEGATION_RESULT);
  private static final Set<ArtifactRole> RAW =
      EnumSet.of(ArtifactRole.TEST_REPORT, ArtifactRole.TEST_LOG, ArtifactRole.SARIF);
  private static final int CHUNK_BYTES = 64 * 1024;

  private CopyCheck() {}

  static void run(List<ArtifactRef> artifacts, VerificationScope scope, GateEvidence evidence)
      throws IOException, InterruptedException {
    List<ArtifactRef> raw = artifacts.stream().filter(a -> RAW.contains(a.role())).toList();
    for (ArtifactRef summary : artifacts) {
      if (raw.isEmpty() || !SUMMARIES.contains(summary.role())) {
        continue;
      }
      evidence.applied(Check.NO_COPY);
      Map<String, String> words = words(summary, scope, evidence);
      for (ArtifactRef source : raw) {
        if (copied(words, source, scope)) {
          evidence.violation(
              Check.NO_COPY,
              "copied-evidence",
              source.role().wire(),
              Place.in(summary.sha256(), 0, summary.size()));
        }
      }
    }
  }

  private static boolean copied(
      Map<String, String> words, ArtifactRef source, VerificationScope scope)
      throws IOException, InterruptedException {
    NoCopyGate gate = NoCopyGate.of(words, Limits.VERBATIM_RUN_CHARS_MAX);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = scope.open(source)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        Deadline.check(scope.deadline());
        gate.accept(chunk, 0, n);
      }
    }
    return gate.finish().isPresent();
  }

  private static Map<String, String> words(
      ArtifactRef summary, VerificationScope scope, GateEvidence evidence) throws IOException {
    Map<String, String> words = new LinkedHashMap<>();
    byte[] bytes;
    try (InputStream in = scope.open(summary)) {
      bytes = in.readNBytes(PolicyGateLimits.DOCUMENT_BYTES_MAX + 1);
    }
    if (bytes.length > PolicyGateLimits.DOCUMENT_BYTES_MAX) {
      evidence.inconclusive(InconclusiveReason.TOO_LARGE);
      return words;
    }
    if (Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode document)) {
      put(words, document.path("response"));
      for (JsonNode answer : document.path("answers")) {
        put(words, answer.path("summary"));
        for (JsonNode claim : answer.path("claims")) {
          put(words, claim.path("claim"));
          put(words, claim.path("notes"));
        }
      }
    }
    return words;
  }

  private static void put(Map<String, String> words, JsonNode text) {
    if (text.isTextual()) {
      words.put("words[" + words.size() + "]", text.textValue());
    }
  }
}
