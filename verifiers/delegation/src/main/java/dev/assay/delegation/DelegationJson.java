package dev.assay.delegation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Limits;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON of delegates and scripts; numbers keep all their digits. */
public final class DelegationJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DelegationLimits.JSON_DEPTH_MAX)
                          .maxNumberLength(DelegationLimits.NUMBER_CHARS_MAX)
                          .maxTokenCount(Limits.JSON_TOKENS_MAX)
                          .maxStringLength(DelegationLimits.LINE_BYTES_MAX)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private DelegationJson() {}

  /**
   * The document in {@code text}.
   *
   * @throws IllegalArgumentException when it is not one JSON value, with the fault and no content
   */
  public static JsonNode parse(String text) {
    try {
      return present(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw fault(e);
    }
  }

  /** The same for UTF-8 bytes. */
  public static JsonNode parse(byte[] text) {
    try {
      return present(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw fault(e);
    } catch (IOException e) {
      throw new IllegalArgumentException("expected UTF-8 JSON, found other bytes", e);
    }
  }

  private static JsonNode present(@Nullable JsonNode node) {
    if (node == null || node.isMissingNode()) {
      throw new IllegalArgumentException("expected one JSON value, found nothing");
    }
    return node;
  }

  private static IllegalArgumentException fault(JsonProcessingException e) {
    var place = e.getLocation();
    return new IllegalArgumentException(
        "expected one JSON value, found a fault at line %d column %d"
            .formatted(
                place == null ? 0 : place.getLineNr(), place == null ? 0 : place.getColumnNr()),
        e);
  }

  /** {@code node} on one line. */
  public static String line(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree could not be written", e);
    }
  }

  /** The plain Java form of {@code node}: null, booleans, numbers, strings, lists and maps. */
  public static @Nullable Object plain(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL, MISSING -> null;
      case BOOLEAN -> node.booleanValue();
      case STRING -> node.textValue();
      case NUMBER ->
          node.isBigInteger()
              ? node.bigIntegerValue()
              : node.isIntegralNumber() ? (Object) node.longValue() : node.decimalValue();
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>(node.size());
        for (JsonNode element : node) {
          list.add(plain(element));
        }
        yield list;
      }
      case OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        node.properties().forEach(member -> map.put(member.getKey(), plain(member.getValue())));
        yield map;
      }
      case BINARY, POJO -> throw new IllegalArgumentException("expected a JSON value");
    };
  }

  /**
   * The JSON form of a plain Java value.
   *
   * @throws IllegalArgumentException for anything JSON has no form for
   */
  public static JsonNode tree(@Nullable Object value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (value) {
      case null -> nodes.nullNode();
      case Boolean bool -> nodes.booleanNode(bool);
      case String text -> nodes.textNode(text);
      case Integer number -> nodes.numberNode((long) number);
      case Long number -> nodes.numberNode(number);
      case BigInteger number -> nodes.numberNode(number);
      case Double number -> {
        if (!Double.isFinite(number)) {
          throw new IllegalArgumentException("expected a finite number, found " + number);
        }
        yield nodes.numberNode(BigDecimal.valueOf(number));
      }
      case List<?> list -> {
        ArrayNode array = nodes.arrayNode(list.size());
        list.forEach(element -> array.add(tree(element)));
        yield array;
      }
      case Map<?, ?> map -> object(map);
      default ->
          throw new IllegalArgumentException(
              "expected a value that JSON has, found " + value.getClass().getSimpleName());
    };
  }

  /** The JSON object of a map with string keys. */
  public static ObjectNode object(Map<?, ?> map) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    map.forEach((key, value) -> {
      if (!(key instanceof String name)) {
        throw new IllegalArgumentException("expected string keys, found another key");
      }
      object.set(name, tree(value));
    });
    return object;
  }
}
