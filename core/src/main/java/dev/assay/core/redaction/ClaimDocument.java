package dev.assay.core.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ClaimCommitment;
import dev.assay.schemas.message.ExecutionData;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A claim as it is kept to be disclosed from, with a salt: the statement names its digest, of which
 * nobody shall be able to guess a claim.
 *
 * @param json canonical JSON of claim and salt
 * @param commitment what the execution says of it
 */
public record ClaimDocument(String json, ClaimCommitment commitment) {

  private static final String CLAIM = "claim";

  /** The document of {@code claim}. */
  public static ClaimDocument of(ExecutionData claim, FieldSalts salts) {
    JsonNode tree = Json.toTree(claim);
    CommittedFields fields = CommittedFields.of(tree, salts);
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.set(CLAIM, tree);
    String salt = salts.document(fields.document());
    document.put("salt", salt);
    byte[] bytes = CanonicalJson.bytes(document);
    return new ClaimDocument(
        new String(bytes, StandardCharsets.UTF_8),
        new ClaimCommitment(fields.root(), Digests.sha256Hex(bytes), salt));
  }

  /** The claim in a document that was kept; empty when it holds none. */
  public static Optional<JsonNode> claim(byte[] document) {
    return Json.tree(document) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            && tree.path(CLAIM).isObject()
        ? Optional.of(tree.path(CLAIM))
        : Optional.empty();
  }
}
