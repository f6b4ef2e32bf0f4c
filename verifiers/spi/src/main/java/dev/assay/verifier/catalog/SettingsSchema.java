package dev.assay.verifier.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;

/** The JSON Schema of a record of settings, derived from the record, so that they agree. */
public final class SettingsSchema {

  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private SettingsSchema() {}

  /**
   * The schema of {@code settings}. What a constructor checks beyond the types of its components is
   * not in it.
   *
   * @param title what the settings are of
   */
  public static JsonNode of(Class<? extends Record> settings, String title) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", DIALECT).put("title", title);
    return schema.setAll(ofRecord(settings));
  }

  private static ObjectNode ofRecord(Class<?> type) {
    ObjectNode schema = ofType("object");
    ObjectNode properties = schema.putObject("properties");
    for (RecordComponent component : type.getRecordComponents()) {
      properties.set(component.getName(), of(component.getGenericType()));
    }
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return ofGeneric((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return ofRecord(plain);
    }
    if (plain.isEnum()) {
      ObjectNode schema = ofType("string");
      ArrayNode names = schema.putArray("enum");
      for (Object constant : plain.getEnumConstants()) {
        names.add(Json.toTree(constant));
      }
      return schema;
    }
    if (plain == String.class) {
      return ofType("string");
    }
    if (plain == Boolean.class || plain == boolean.class) {
      return ofType("boolean");
    }
    if (plain == Integer.class
        || plain == Long.class
        || plain == int.class
        || plain == long.class) {
      return ofType("integer");
    }
    if (plain == Double.class || plain == double.class) {
      return ofType("number");
    }
    if (JsonNode.class.isAssignableFrom(plain)) {
      return JsonNodeFactory.instance.objectNode();
    }
    throw new IllegalArgumentException(
        "expected settings of texts, numbers, booleans, enums, lists, maps and records, found "
            + plain.getName());
  }

  private static ObjectNode ofGeneric(Class<?> raw, Type[] arguments) {
    if (Collection.class.isAssignableFrom(raw)) {
      ObjectNode schema = ofType("array");
      schema.set("items", of(arguments[0]));
      return schema;
    }
    if (Map.class.isAssignableFrom(raw) && arguments[0] == String.class) {
      ObjectNode schema = ofType("object");
      schema.set("additionalProperties", of(arguments[1]));
      return schema;
    }
    throw new IllegalArgumentException(
        "expected lists and maps from texts in settings, found " + raw.getName());
  }

  private static ObjectNode ofType(String name) {
    return JsonNodeFactory.instance.objectNode().put("type", name);
  }
}
