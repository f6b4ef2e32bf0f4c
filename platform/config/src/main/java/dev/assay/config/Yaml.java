package dev.assay.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
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
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads YAML 1.2 configuration into typed records, whose compact constructors have the defaults and
 * bounds. {@code ${NAME}} in a text stands for an environment variable, so that secrets need not be
 * in files. What does not fit is an error with file and line; an unknown key with the one that was
 * probably meant.
 */
public final class Yaml {

  /** Bytes of a configuration file. */
  public static final int FILE_BYTES_MAX = 1024 * 1024;

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final String EMPTY = "{}";

  private Yaml() {}

  /** What is in force where a file says nothing, and what is in force whatever it says; YAML. */
  public record Around(String defaults, String overrides) {

    /** Nothing but the file. */
    public static final Around NOTHING = new Around(EMPTY, EMPTY);
  }

  /**
   * The configuration in {@code file}.
   *
   * @throws ConfigException when the file cannot be read, is no YAML, or does not fit {@code type}
   */
  public static <T> T read(Path file, Class<T> type, Map<String, String> environment) {
    return read(file, Around.NOTHING, type, environment);
  }

  /** The configuration in {@code file}, merged member by member with what is {@code around} it. */
  public static <T> T read(
      Path file, Around around, Class<T> type, Map<String, String> environment) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new ConfigException(
            "expected a configuration of at most " + FILE_BYTES_MAX + " bytes in " + file);
      }
      return parse(Files.readString(file), file.toString(), around, type, environment);
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
    return parse(text, name, Around.NOTHING, type, environment);
  }

  /** The configuration in {@code text}, merged with what is {@code around} it. */
  public static <T> T parse(
      String text, String name, Around around, Class<T> type, Map<String, String> environment) {
    return parse(text, name, around, type, environment, _ -> Optional.empty());
  }

  /**
   * The same for who starts often, since to find out what {@code type} looks like takes time.
   *
   * @param plain reads a document without it; empty for one that something is wrong with
   */
  public static <T> T parse(
      String text,
      String name,
      Around around,
      Class<T> type,
      Map<String, String> environment,
      Function<JsonNode, Optional<T>> plain) {
    Object loaded =
        over(
            over(load(around.defaults(), "defaults"), load(text, name)),
            load(around.overrides(), "options"));
    Object values = resolved(loaded, name, environment, Json.DEPTH_MAX);
    JsonNode tree = Json.toTree(values == null ? Map.of() : values);
    Optional<T> known = plain.apply(tree);
    if (known.isPresent()) {
      return known.get();
    }
    Parsed<T> read = Json.parse(tree, type);
    if (read instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw new ConfigException(message(rejection, text, name, type));
    }
    return ((Parsed.Accepted<T>) read).value();
  }

  private static @Nullable Object load(String text, String name) {
    try {
      return new Load(settings(name)).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new ConfigException("expected YAML in " + name + ", found: " + e.getMessage());
    }
  }

  private static LoadSettings settings(String name) {
    return LoadSettings.builder()
        .setLabel(name)
        .setAllowDuplicateKeys(false)
        .setMaxAliasesForCollections(10)
        .build();
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

  private static String message(Rejection rejection, String text, String name, Class<?> type) {
    String field = rejection.field();
    if (field == null) {
      return name + ": " + rejection.detail();
    }
    List<String> path = List.of(field.replace(".[", ".").replace("]", "").split("\\.", -1));
    String hint =
        rejection.code() == ErrorCode.UNKNOWN_FIELD && type.isRecord()
            ? new KnownKeys(type).nearest(path).map(key -> "; did you mean " + key + "?").orElse("")
            : "";
    return name
        + line(text, name, path, rejection.detail()).map(line -> ":" + line).orElse("")
        + ": "
        + rejection.detail()
        + " (at "
        + field
        + ")"
        + hint;
  }

  /**
   * The line, from 1, where {@code path} stands, or that of its member which {@code detail} names.
   */
  private static Optional<Integer> line(
      String text, String name, List<String> path, String detail) {
    Node at = new Compose(settings(name)).composeString(text).orElse(null);
    Optional<Integer> line = Optional.empty();
    StringBuilder key = new StringBuilder();
    for (String step : path) {
      key.append(step).append('.');
      NodeTuple found = member(at, step);
      if (found == null) {
        at = element(at, step);
      } else {
        line = found.getKeyNode().getStartMark().map(mark -> mark.getLine() + 1);
        at = found.getValueNode();
      }
    }
    if (at instanceof MappingNode members) {
      for (NodeTuple each : members.getValue()) {
        if (each.getKeyNode() instanceof ScalarNode named
            && detail.contains(key + named.getValue() + " ")) {
          return named.getStartMark().map(mark -> mark.getLine() + 1);
        }
      }
    }
    return line;
  }

  private static @Nullable NodeTuple member(@Nullable Node node, String key) {
    return node instanceof MappingNode members
        ? members.getValue().stream()
            .filter(each ->
                each.getKeyNode() instanceof ScalarNode named && named.getValue().equals(key))
            .findFirst()
            .orElse(null)
        : null;
  }

  private static @Nullable Node element(@Nullable Node node, String index) {
    return node instanceof SequenceNode elements && index.matches("[0-9]{1,4}")
        ? elements.getValue().stream().skip(Integer.parseInt(index)).findFirst().orElse(null)
        : null;
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
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> out = new LinkedHashMap<>();
      map.forEach(
          (k, v) -> out.put(String.valueOf(k), resolved(v, name, environment, depthLeft - 1)));
      return out;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> out = new ArrayList<>();
      list.forEach(v -> out.add(resolved(v, name, environment, depthLeft - 1)));
      return out;
    }
    return value instanceof String text ? substituted(text, name, environment) : value;
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
