package dev.assay.core.failure;

import dev.assay.schemas.Digests;
import java.util.regex.Pattern;

/**
 * What of a name that an artifact holds may stand outside a report: identifiers as they are,
 * anything else as a digest. Whoever reads decisions or prompts is to see where something failed,
 * and no sentence of whoever wrote the artifact. An identifier has no blanks and few characters;
 * words joined by dots remain possible, so nothing shows names but as names.
 */
public final class Names {

  /** Characters of an identifier: a qualified name of a test with its parameters. */
  public static final int CHARS_MAX = 120;

  private static final int DIGEST_CHARS = 12;

  private static final Pattern TYPE =
      Pattern.compile(
          "[A-Za-z_$][A-Za-z0-9_$]*((\\.|::|\\\\|\\+)(<locals>|[A-Za-z_$][A-Za-z0-9_$`]*))*");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_$<(*@./][A-Za-z0-9_$.:/#<>()*,\\[\\]@+=~&{}|\\\\-]*");

  private Names() {}

  /** {@code raw} when it is the legal name of a type, otherwise its digest. */
  public static String type(String raw) {
    return TYPE.matcher(raw).matches() ? bounded(raw) : digest(raw);
  }

  /** {@code raw} when it is the name of a test, a function, a file or a rule, else its digest. */
  public static String shown(String raw) {
    return NAME.matcher(raw).matches() ? bounded(raw) : digest(raw);
  }

  private static String bounded(String raw) {
    return raw.length() <= CHARS_MAX ? raw : digest(raw);
  }

  /** In the place of a name that is none. */
  private static String digest(String raw) {
    return "#" + Digests.sha256Hex(raw).substring(0, DIGEST_CHARS);
  }
}
