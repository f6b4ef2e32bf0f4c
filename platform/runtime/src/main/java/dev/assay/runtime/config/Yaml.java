package dev.assay.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 configuration into typed records. {@code ${NAME}} in a text stands for an
 * environment variable, so that secrets need not be in files.
 */
public final class Yaml {

  /** Bytes of a configuration file. */
  public static final int FILE_BYTES_MAX = 1024 * 1024;

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private Yaml() {}

  /**
   * The configuration in {@code file}.
   *
   * @throws ConfigException when the file cannot be read, is no YAML, or does not fit {@code type}
   */
  public static <T> T read(Path file, Class<T> type, Map<String, String> environment) {
    return read(file, "{}", type, environment);
  }

  /**
   * The configuration in {@code file} over that in {@code defaults}, member by member. See {@link
   * #read(Path, Class, Map)}.
   */
  public static <T> T read(
      Path file, String defaults, Class<T> type, Map<String, String> environment) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new ConfigException(
            "expected a configuration of at most " + FILE_BYTES_MAX + " bytes in " + file);
      }
      String name = file.toString();
      return typed(
          over(load(defaults, "defaults"), load(Files.readString(file), name)),
          name,
          type,
          environment);
    } catch (IOException e) {
      throw new ConfigException(
          "expected a readable configuration file, found "
              + e.getClass().getSimpleName()
              + " for "
              + file
              + "; check the path and its permissions");
    }
  }

  /** The configuration in {@code text}; {@code name} is told in errors. See {@link #read}. */
  public static <T> T parse(
      String text, String name, Class<T> type, Map<String, String> environment) {
    return typed(load(text, name), name, type, environment);
  }

  private static @Nullable Object load(String text, String name) {
    try {
      return new Load(
              LoadSettings.builder()
                  .setLabel(name)
                  .setAllowDuplicateKeys(false)
                  .setMaxAliasesForCollections(10)
                  .build())
          .loadFromString(text);
    } catch (YamlEngineException e) {
      throw new ConfigException("expected YAML in " + name + ", found: " + e.getMessage());
    }
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

  private static <T> T typed(
      @Nullable Object loaded, String name, Class<T> type, Map<String, String> environment) {
    Object values = resolved(loaded, name, environment, Json.DEPTH_MAX);
    JsonNode tree = Json.toTree(values == null ? Map.of() : values);
    return switch (Json.parse(tree, type)) {
      case Parsed.Accepted<T>(T value) -> value;
      case Parsed.Rejected<T>(Rejection rejection) ->
          throw new ConfigException(
              name
                  + ": "
                  + rejection.detail()
                  + (rejection.field() == null ? "" : " (at " + rejection.field() + ")"));
    };
  }

  private static @Nullable Object resolved(
      @Nullable Object value, String name, Map<String, String> environment, int depthLeft) {
    if (depthLeft == 0) {
      throw new ConfigException(
          name
              + ": expected at most "
              + Json.DEPTH_MAX
              + " levels, found more; an alias may contain itself");
    }
    return switch (value) {
      case null -> null;
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        map.forEach(
            (k, v) -> out.put(String.valueOf(k), resolved(v, name, environment, depthLeft - 1)));
        yield out;
      }
      case List<?> list -> {
        List<@Nullable Object> out = new ArrayList<>();
        list.forEach(v -> out.add(resolved(v, name, environment, depthLeft - 1)));
        yield out;
      }
      case String text -> substituted(text, name, environment);
      default -> value;
    };
  }

  private static String substituted(String text, String name, Map<String, String> environment) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      String value = environment.get(matcher.group(1));
      if (value == null) {
        throw new ConfigException(
            name + ": expected the environment variable " + matcher.group(1) + ", found none");
      }
      matcher.appendReplacement(out, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(out).toString();
  }
}
