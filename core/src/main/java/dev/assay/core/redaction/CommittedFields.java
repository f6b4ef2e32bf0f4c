package dev.assay.core.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The fields of one JSON object with the commitment to them. */
public final class CommittedFields {

  /** The hash of digests and disclosures, as RFC 9901 names it. */
  static final String ALGORITHM = "sha-256";

  private final String document;
  private final Map<String, FieldDisclosure> fields;
  private final List<String> digests;

  private CommittedFields(String document, Map<String, FieldDisclosure> fields) {
    this.document = document;
    this.fields = fields;
    this.digests = fields.values().stream().map(FieldDisclosure::digest).sorted().toList();
  }

  /**
   * The fields of {@code document}, a message or a JSON tree.
   *
   * @throws RejectedInputException with code {@code not-committable} for what is no object, has no
   *     fields, or more than {@value RedactionLimits#FIELDS_MAX}
   */
  public static CommittedFields of(Object document, FieldSalts salts) {
    JsonNode tree = Json.toTree(document);
    if (!tree.isObject() || tree.isEmpty() || tree.size() > RedactionLimits.FIELDS_MAX) {
      throw new RejectedInputException(
          "not-committable",
          "an object of 1 to " + RedactionLimits.FIELDS_MAX + " fields",
          tree.getNodeType() + " of " + tree.size());
    }
    String digest = Digests.sha256Hex(CanonicalJson.bytes(tree));
    Map<String, FieldDisclosure> fields = new TreeMap<>();
    tree.properties()
        .forEach(field ->
            fields.put(
                field.getKey(),
                FieldDisclosure.of(
                    salts.field(digest, field.getKey()), field.getKey(), field.getValue())));
    return new CommittedFields(digest, fields);
  }

  /** SHA-256, in hex, of the canonical JSON of the object. */
  String document() {
    return document;
  }

  /** The names of the fields. */
  public Set<String> names() {
    return fields.keySet();
  }

  /** SHA-256, in hex, of the canonical JSON of the sorted digests of all fields. */
  public String root() {
    return root(digests);
  }

  static String root(List<String> digests) {
    ObjectNode committed = JsonNodeFactory.instance.objectNode();
    committed.set("_sd", Json.toTree(digests));
    committed.put("_sd_alg", ALGORITHM);
    return Digests.sha256Hex(CanonicalJson.bytes(committed));
  }

  /**
   * Shows some of the fields.
   *
   * @param attestation id of the attestation that has the root
   * @param names fields of this
   */
  public DisclosureDocument show(String attestation, Committed of, Collection<String> names) {
    List<String> disclosures =
        fields.values().stream()
            .filter(field -> names.contains(field.name()))
            .map(FieldDisclosure::encoded)
            .toList();
    return new DisclosureDocument(
        attestation,
        of,
        root(),
        digests,
        ALGORITHM,
        disclosures,
        digests.size() - disclosures.size());
  }
}
