package dev.assay.cfverify.settings;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

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
