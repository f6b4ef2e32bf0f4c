package dev.assay.schemas.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON trees of maps, collections and plain values, made node by node. A mapper gives the same tree
 * of them, and writes all as tokens on the way, which costs more; it makes the trees of everything
 * else.
 */
final class JsonTrees {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTrees() {}

  /**
   * The tree that {@code mapper} makes of {@code value}.
   *
   * @throws IllegalArgumentException for nesting beyond {@link CanonicalJson#DEPTH_MAX}
   */
  static JsonNode of(@Nullable Object value, ObjectMapper mapper) {
    return of(value, mapper, 0);
  }

  private static JsonNode of(@Nullable Object value, ObjectMapper mapper, int depth) {
    if (depth > CanonicalJson.DEPTH_MAX) {
      throw CanonicalJson.tooDeep();
    }
    return switch (value) {
      case null -> NODES.nullNode();
      case String text -> NODES.textNode(text);
      case Integer number -> NODES.numberNode(number.intValue());
      case Long number -> NODES.numberNode(number.longValue());
      case Boolean flag -> NODES.booleanNode(flag);
      case Map<?, ?> members when named(members) -> object(members, mapper, depth + 1);
      case Collection<?> elements -> array(elements, mapper, depth + 1);
      case Object other -> mapper.valueToTree(other);
    };
  }

  private static boolean named(Map<?, ?> members) {
    return members.keySet().stream().allMatch(String.class::isInstance);
  }

  private static ObjectNode object(Map<?, ?> members, ObjectMapper mapper, int depth) {
    ObjectNode object = NODES.objectNode();
    members.forEach((name, value) -> object.set((String) name, of(value, mapper, depth)));
    return object;
  }

  private static ArrayNode array(Collection<?> elements, ObjectMapper mapper, int depth) {
    ArrayNode array = NODES.arrayNode(elements.size());
    elements.forEach(element -> array.add(of(element, mapper, depth)));
    return array;
  }
}
