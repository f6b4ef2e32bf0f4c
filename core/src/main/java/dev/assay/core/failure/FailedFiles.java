package dev.assay.core.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that the text of a failure signature names, as {@link Signatures} writes them: a
 * finding's place, and the names in frames and tests that end as sources of a language do whose
 * traces tell files. Paths are shown as far as they are the project's own; a digest is no file.
 */
public final class FailedFiles {

  private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_$@.+~/-]+");

  private static final Pattern SOURCE =
      Pattern.compile(
          "(?<file>[A-Za-z0-9_$@.+~/-]*[A-Za-z0-9_$@+~-]"
              + "\\.(?:py|js|cjs|mjs|jsx|ts|cts|mts|tsx|vue|svelte|go|rs|rb|php))(?:::.*)?");

  /** Words of a finding: how grave, which rule, {@code in}, where. */
  private static final int FINDING_WORDS = 4;

  private FailedFiles() {}

  /** The files in the {@code text} of a signature of {@code kind}, in its order. */
  public static List<String> of(String kind, String text) {
    String[] words = text.split(" ", -1);
    return switch (kind) {
      case Signatures.FINDING ->
          words.length == FINDING_WORDS && FILE.matcher(words[FINDING_WORDS - 1]).matches()
              ? List.of(words[FINDING_WORDS - 1])
              : List.of();
      case Signatures.EXCEPTION, Signatures.FAILURE -> sources(words);
      default -> List.of();
    };
  }

  private static List<String> sources(String[] words) {
    List<String> files = new ArrayList<>();
    for (String word : words) {
      Matcher source = SOURCE.matcher(word);
      if (source.matches()) {
        files.add(source.group("file"));
      }
    }
    return files;
  }
}
