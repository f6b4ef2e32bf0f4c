package dev.assay.policygate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.policygate.GateEvidence.Violation;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.Finding;
import java.util.List;

/**
 * The gate's own document: what was checked, what was broken and where, as canonical JSON. It holds
 * no text of any artifact; its schema is {@code policy-gate.schema.json}.
 */
final class Details {

  /** The media type under which the document is stored. */
  static final String MEDIA_TYPE = "application/vnd.assay.policy-gate+json";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Details() {}

  static byte[] document(GateEvidence evidence, Finding finding, List<ArtifactRef> artifacts) {
    ObjectNode root = JSON.objectNode();
    root.put("documentType", "policy-gate/v1");
    root.put("result", finding.result().name());
    root.put("summary", finding.summary());
    ArrayNode judged = root.putArray("artifacts");
    for (ArtifactRef artifact : artifacts) {
      judged.addObject().put("role", artifact.role().wire()).put("sha256", artifact.sha256());
    }
    ArrayNode checks = root.putArray("checks");
    evidence.applied().forEach(check -> checks.add(check.code()));
    ArrayNode reasons = root.putArray("troubles");
    evidence.reasons().forEach(reason -> reasons.add(reason.code()));
    ObjectNode counts = root.putObject("counts");
    counts.put("filesScanned", evidence.filesScanned());
    counts.put("bytesScanned", evidence.bytesScanned());
    counts.put("toolCalls", evidence.calls());
    counts.put("innerArchives", evidence.innerArchives());
    list(root, "violations", evidence.violations(), evidence.violationsSeen());
    list(root, "injections", evidence.injections(), evidence.injectionsSeen());
    return CanonicalJson.bytes(root);
  }

  private static void list(ObjectNode root, String name, List<Violation> found, long seen) {
    ArrayNode list = root.putArray(name);
    for (Violation violation : found) {
      ObjectNode node = list.addObject();
      node.put("check", violation.check().code());
      node.put("code", violation.code());
      node.put("about", violation.about());
      Place place = violation.place();
      node.put("artifact", place.artifact());
      if (place.entry() != Place.NO_ENTRY) {
        node.put("entry", place.entry());
      }
      node.put("offset", place.offset());
      node.put("length", place.length());
    }
    root.put(name + "Omitted", seen - list.size());
  }
}
