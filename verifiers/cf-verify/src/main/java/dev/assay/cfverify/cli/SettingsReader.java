package dev.assay.cfverify.cli;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings file. Whatever cannot be used is replaced by its default and named in {@link
 * Settings#problems}; a broken file never stops a verification and never turns persistence off.
 */
public final class SettingsReader {

  private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
  private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

  private final List<String> problems = new ArrayList<>();

  private SettingsReader() {}

  /** The settings below {@code root}; the defaults when there is no file. */
  public static Settings read(Path root) {
    Path file = root.resolve(Settings.FILE);
    if (!Files.isRegularFile(file)) {
      return Settings.DEFAULT;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(SettingsLimits.FILE_BYTES_MAX + 1);
      if (bytes.length > SettingsLimits.FILE_BYTES_MAX) {
        return Settings.broken(
            "expected at most " + SettingsLimits.FILE_BYTES_MAX + " bytes, found more");
      }
      return parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Settings.broken("the file cannot be read");
    }
  }

  /** The settings of a document's text. */
  public static Settings parse(String document) {
    Optional<String> yaml = FrontMatter.of(document);
    if (yaml.isEmpty()) {
      return Settings.broken("expected front matter between two --- lines, found none");
    }
    try {
      return new SettingsReader().settings(YamlTree.parse(yaml.get()));
    } catch (YamlTree.MalformedException e) {
      return Settings.broken("expected YAML front matter: " + e.getMessage());
    }
  }

  private Settings settings(YamlTree tree) {
    YamlTree persist = member(tree, "persist");
    boolean enabled = truth(member(persist, "enabled"), "persist.enabled");
    String dir = text(member(persist, "dir"), "persist.dir");
    Map<String, BigDecimal> rates = new HashMap<>();
    for (String risk : List.of("low", "medium", "high")) {
      rate(member(member(tree, "sample_rate"), risk), "sample_rate." + risk)
          .ifPresent(rate -> rates.put(risk, rate));
    }
    return new Settings(enabled, dir, rates, problems);
  }

  private static @Nullable YamlTree member(@Nullable YamlTree tree, String key) {
    return tree instanceof YamlTree.Mapping(var members) ? members.get(key) : null;
  }

  private boolean truth(@Nullable YamlTree tree, String key) {
    if (tree instanceof YamlTree.Scalar(String text, boolean plain) && plain) {
      if (TRUE.contains(text)) {
        return true;
      }
      if (FALSE.contains(text)) {
        return false;
      }
    }
    if (tree != null) {
      problems.add("expected true or false as " + key + ", found something else; true is used");
    }
    return true;
  }

  private String text(@Nullable YamlTree tree, String key) {
    if (tree instanceof YamlTree.Scalar(String text, _) && !text.isBlank()) {
      return text;
    }
    if (tree != null) {
      problems.add("expected a directory as " + key + ", found none; the default is used");
    }
    return Settings.PERSIST_DIR;
  }

  private Optional<BigDecimal> rate(@Nullable YamlTree tree, String key) {
    if (tree instanceof YamlTree.Scalar(String text, boolean plain)
        && plain
        && text.length() <= SettingsLimits.RATE_CHARS_MAX
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
      try {
        BigDecimal rate = new BigDecimal(text);
        if (rate.compareTo(BigDecimal.ONE) <= 0) {
          return Optional.of(rate);
        }
      } catch (NumberFormatException e) {
        problems.add("expected a number as " + key + ", found dots; the default is used");
        return Optional.empty();
      }
    }
    if (tree != null) {
      problems.add("expected a number from 0 to 1 as " + key + "; the default is used");
    }
    return Optional.empty();
  }

  /**
   * Cuts the YAML front matter out of a document: what is between its first two {@code ---} lines.
   */
  private static final class FrontMatter {

    private static final String FENCE = "---";

    private FrontMatter() {}

    /**
     * The lines between the fences; empty when the document does not begin with one or lacks two.
     */
    static Optional<String> of(String document) {
      String text = document.startsWith("\ufeff") ? document.substring(1) : document;
      StringBuilder inside = new StringBuilder();
      boolean open = false;
      for (String line : text.lines().toList()) {
        boolean fence = line.stripTrailing().equals(FENCE);
        if (!open) {
          if (!fence && !line.isBlank()) {
            return Optional.empty();
          }
          open = fence;
        } else if (fence) {
          return Optional.of(inside.toString());
        } else {
          inside.append(line).append('\n');
        }
      }
      return Optional.empty();
    }
  }

  /**
   * The settings that verification uses, from {@code .claude/context-firewall.local.md}.
   *
   * @param persist whether the report is kept
   * @param persistDir where, relative to the root or absolute
   * @param sampleRates rates by risk word, from 0 to 1, only where the file sets one
   * @param problems what was wrong in the file and replaced by a default
   */
  public record Settings(
      boolean persist,
      String persistDir,
      Map<String, BigDecimal> sampleRates,
      List<String> problems) {

    /** Directory of the reports unless the file names another. */
    public static final String PERSIST_DIR = ".claude/context-firewall";

    /** Name of the settings file below the root. */
    public static final String FILE = ".claude/context-firewall.local.md";

    /** What holds when there is no file. */
    public static final Settings DEFAULT = new Settings(true, PERSIST_DIR, Map.of(), List.of());

    /** Copies the collections. */
    public Settings {
      sampleRates = Map.copyOf(sampleRates);
      problems = List.copyOf(problems);
    }

    static Settings broken(String problem) {
      return new Settings(true, PERSIST_DIR, Map.of(), List.of(problem));
    }
  }

  /** Bounds of the settings file; a file beyond them is treated as broken. */
  static final class SettingsLimits {

    /** Bytes of the whole file. */
    static final int FILE_BYTES_MAX = 256 * 1024;

    /** Nesting of the front matter. */
    static final int YAML_DEPTH_MAX = 16;

    /** Characters of a sampling rate. */
    static final int RATE_CHARS_MAX = 32;

    private SettingsLimits() {}
  }
}
