package dev.assay.agencyverify.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The artifact that names an agency run: {@code
 * {"schema_version":"1.0","run_id":"...","repo_id":"..."}}.
 *
 * @param repoId empty when the run id alone names the run
 */
record RunDocument(String runId, Optional<String> repoId) {

  private static final Set<String> MEMBERS = Set.of("schema_version", "run_id", "repo_id");

  /** Reads {@code artifact} to its end; empty when it is not such a document. */
  static Optional<RunDocument> read(ArtifactRef artifact, VerificationScope scope)
      throws IOException {
    try (InputStream in = scope.open(artifact)) {
      byte[] bytes = in.readNBytes(ScriptLimits.RUN_DOCUMENT_BYTES_MAX + 1);
      if (bytes.length > ScriptLimits.RUN_DOCUMENT_BYTES_MAX) {
        var _ = in.transferTo(OutputStream.nullOutputStream());
        return Optional.empty();
      }
      return switch (Json.tree(bytes)) {
        case Parsed.Accepted<JsonNode>(JsonNode node) -> check(node);
        case Parsed.Rejected<JsonNode> _ -> Optional.empty();
      };
    }
  }

  private static Optional<RunDocument> check(JsonNode node) {
    boolean known =
        node.isObject()
            && node.properties().stream().map(Map.Entry::getKey).allMatch(MEMBERS::contains);
    JsonNode repo = node.path("repo_id");
    if (!known
        || !node.path("schema_version").asText("").equals("1.0")
        || !node.path("run_id").isTextual()
        || !(repo.isMissingNode() || repo.isTextual())) {
      return Optional.empty();
    }
    return Optional.of(
        new RunDocument(
            node.path("run_id").textValue(),
            repo.isMissingNode() ? Optional.empty() : Optional.of(repo.textValue())));
  }
}
