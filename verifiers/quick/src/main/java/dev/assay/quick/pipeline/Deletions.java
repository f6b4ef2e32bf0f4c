package dev.assay.quick.pipeline;

import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.report.QuickResult;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises calls that say that they took something away. The specification looks for the row that
 * a call names and is content when it is there, which is the contrary of what such a call claims.
 */
final class Deletions {

  private static final Set<String> VERBS =
      Set.of(
          "delete", "deleted", "destroy", "drop", "erase", "purge", "remove", "truncate", "wipe");
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Deletions() {}

  /** Whether a call of {@code result}'s log has such a word in its tool's name. */
  static boolean claimedIn(QuickResult result) {
    return result.ingest().actions().stream()
        .map(Ingest.Action::toolName)
        .anyMatch(Deletions::isDeletion);
  }

  private static boolean isDeletion(String toolName) {
    return BETWEEN_WORDS
        .splitAsStream(toolName)
        .anyMatch(word -> VERBS.contains(word.toLowerCase(Locale.ROOT)));
  }
}
