package dev.assay.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;

/**
 * A text in which {@link Syntax} finds no mistake.
 *
 * @param name is told in errors
 * @param environment what variables in it stand for
 */
record Source(String text, String name, Map<String, String> environment) {

  /**
   * The document that it is, merged member by member with what is {@code around} it.
   *
   * @throws ConfigException when it names a variable without a value, or is too deep with aliases
   */
  JsonNode tree(Yaml.Around around) {
    Object loaded =
        over(
            over(load(around.defaults(), "defaults"), load(text, name)),
            load(around.overrides(), "options"));
    Object values = resolved(loaded, Json.DEPTH_MAX);
    return Json.toTree(values == null ? Map.of() : values);
  }

  private static @Nullable Object load(String text, String name) {
    return new Load(Yaml.settings(name)).loadFromString(text);
  }

  /** What {@code above} says, and of mappings what it does not say as {@code below} has it. */
  private static @Nullable Object over(@Nullable Object below, @Nullable Object above) {
    if (!(below instanceof Map<?, ?> defaults && above instanceof Map<?, ?> said)) {
      return above == null ? below : above;
    }
    Map<@Nullable Object, @Nullable Object> merged = new LinkedHashMap<>(said);
    defaults.forEach((key, value) -> merged.put(key, over(value, said.get(key))));
    return merged;
  }

  private @Nullable Object resolved(@Nullable Object value, int depthLeft) {
    if (depthLeft == 0) {
      throw new ConfigException(name + ": " + Yaml.tooDeep());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> out = new LinkedHashMap<>();
      map.forEach((k, v) -> out.put(String.valueOf(k), resolved(v, depthLeft - 1)));
      return out;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> out = new ArrayList<>();
      list.forEach(v -> out.add(resolved(v, depthLeft - 1)));
      return out;
    }
    return value instanceof String said ? substituted(said) : value;
  }

  private String substituted(String said) {
    Matcher matcher = Yaml.VARIABLE.matcher(said);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      String value = environment.get(matcher.group(1));
      if (value == null) {
        throw new ConfigException(new Written(text, name).missing(matcher.group(1)).text());
      }
      matcher.appendReplacement(out, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(out).toString();
  }
}
