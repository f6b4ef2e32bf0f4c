package dev.assay.delegation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt of a delegate claims: {@code {"response": string, "tool_calls"?: array,
 * "tool_results"?: array}}. Empty arrays are left out; other members are kept as they are.
 */
public final class DelegationResult {

  private static final String RESPONSE = "response";
  private static final List<String> LISTS = List.of("tool_calls", "tool_results");

  private final ObjectNode fields;

  private DelegationResult(ObjectNode fields) {
    this.fields = fields;
  }

  /**
   * The result that {@code document} is.
   *
   * @throws IllegalArgumentException when it has another shape, with what was expected
   */
  public static DelegationResult of(JsonNode document) {
    if (!(document instanceof ObjectNode object)) {
      throw new IllegalArgumentException(
          "expected a JSON object with a string \"response\", found " + name(document));
    }
    JsonNode response = object.get(RESPONSE);
    if (response == null || !response.isTextual()) {
      throw new IllegalArgumentException(
          "expected a string \"response\", found " + (response == null ? "none" : name(response)));
    }
    ObjectNode fields = object.deepCopy();
    for (String list : LISTS) {
      JsonNode value = fields.get(list);
      if (value != null && !value.isNull() && !value.isArray()) {
        throw new IllegalArgumentException(
            "expected an array \"" + list + "\", found " + name(value));
      }
      if (value != null && value.isEmpty()) {
        fields.remove(list);
      }
    }
    return new DelegationResult(fields);
  }

  private static String name(@Nullable JsonNode node) {
    return (node == null ? JsonNodeType.MISSING : node.getNodeType())
        .name()
        .toLowerCase(java.util.Locale.ROOT);
  }

  /** What the delegate says it did. */
  public String response() {
    return fields.get(RESPONSE).textValue();
  }

  /** The whole document, a copy. */
  public ObjectNode json() {
    return fields.deepCopy();
  }

  /**
   * This result with the top-level members of {@code changes} in place of its own.
   *
   * @throws IllegalArgumentException when that is no result any more
   */
  public DelegationResult merge(ObjectNode changes) {
    ObjectNode merged = fields.deepCopy();
    merged.setAll(changes.deepCopy());
    return of(merged);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DelegationResult that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
