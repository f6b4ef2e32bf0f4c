package dev.assay.config;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 configuration into typed records, whose compact constructors have the defaults and
 * bounds. {@code ${NAME}} in a text stands for an environment variable, so that secrets need not be
 * in files. What does not fit is an error with file and line; an unknown key with the one that was
 * probably meant.
 */
public final class Yaml {

  /** Bytes of a configuration file. */
  public static final int FILE_BYTES_MAX = 1024 * 1024;

  /** Mistakes that are told of one file. */
  public static final int MISTAKES_MAX = 50;

  static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final String EMPTY = "{}";

  private Yaml() {}

  /**
   * Something that is wrong with a configuration.
   *
   * @param line where it stands, from 1, or null when no line is to blame
   * @param text what was expected and found, with file and line
   */
  public record Mistake(@Nullable Integer line, String text) {}

  /**
   * What was found of a configuration.
   *
   * @param value what it says without its mistakes, or null when nothing can be read
   * @param mistakes what is wrong, at most {@link #MISTAKES_MAX}
   */
  public record Checked<T>(@Nullable T value, List<Mistake> mistakes) {

    /** Keeps the list. */
    public Checked {
      mistakes = List.copyOf(mistakes);
    }
  }

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
    return parse(text(file), file.toString(), around, type, environment);
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new ConfigException(
            "expected a configuration of at most " + FILE_BYTES_MAX + " bytes in " + file);
      }
      return Files.readString(file);
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
    JsonNode tree;
    try {
      Syntax.mistake(text, name)
          .ifPresent(mistake -> {
            throw new ConfigException(mistake.text());
          });
      tree = new Source(text, name, environment).tree(around);
    } catch (YamlEngineException e) {
      throw new ConfigException(Syntax.told(e, text, name).text());
    }
    Optional<T> known = plain.apply(tree);
    if (known.isPresent()) {
      return known.get();
    }
    Parsed<T> read = Json.parse(tree, type);
    if (read instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw new ConfigException(new Written(text, name).mistake(rejection, type).text());
    }
    return ((Parsed.Accepted<T>) read).value();
  }

  /**
   * Everything that is wrong with the configuration in {@code file}, as far as one mistake does not
   * hide another: each is left out and the rest read again.
   */
  public static <T> Checked<T> check(
      Path file, Around around, Class<T> type, Map<String, String> environment) {
    try {
      return check(text(file), file.toString(), around, type, environment);
    } catch (ConfigException e) {
      return new Checked<>(null, List.of(new Mistake(null, String.valueOf(e.getMessage()))));
    }
  }

  private static <T> Checked<T> check(
      String text, String name, Around around, Class<T> type, Map<String, String> environment) {
    List<Mistake> mistakes = new ArrayList<>();
    try {
      Optional<Mistake> syntax = Syntax.mistake(text, name);
      if (syntax.isPresent()) {
        return new Checked<>(null, List.of(syntax.get()));
      }
      Written written = new Written(text, name);
      Map<String, String> known = new HashMap<>(environment);
      written
          .variables()
          .keySet()
          .forEach(variable -> {
            if (!environment.containsKey(variable)) {
              mistakes.add(written.missing(variable));
              known.put(variable, "");
            }
          });
      Set<Integer> unread =
          mistakes.stream().map(Mistake::line).filter(Objects::nonNull).collect(toSet());
      JsonNode tree = new Source(text, name, known).tree(around);
      while (true) {
        switch (Json.parse(tree, type)) {
          case Parsed.Accepted<T>(T value) -> {
            return new Checked<>(value, mistakes);
          }
          case Parsed.Rejected<T>(Rejection rejection) -> {
            Mistake found = written.mistake(rejection, type);
            if (!written.missesWhatWasLeftOut(rejection)
                && (found.line() == null || !unread.contains(found.line()))) {
              mistakes.add(found);
            }
            if (mistakes.size() == MISTAKES_MAX || !written.leaveOut(rejection, tree)) {
              return new Checked<>(null, mistakes);
            }
          }
        }
      }
    } catch (YamlEngineException e) {
      mistakes.add(Syntax.told(e, text, name));
      return new Checked<>(null, mistakes);
    }
  }

  /** A mistake in {@code line}, from 1, or in no line. */
  static Mistake mistake(@Nullable Integer line, String name, String detail) {
    return new Mistake(line, name + (line == null ? "" : ":" + line) + ": " + detail);
  }

  static String tooDeep() {
    return "expected at most " + Json.DEPTH_MAX + " levels, found more";
  }

  static LoadSettings settings(String name) {
    return LoadSettings.builder()
        .setLabel(name)
        .setAllowDuplicateKeys(false)
        .setMaxAliasesForCollections(Syntax.ALIASES_MAX)
        .build();
  }
}
