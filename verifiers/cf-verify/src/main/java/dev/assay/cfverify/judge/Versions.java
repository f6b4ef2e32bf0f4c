package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.Quantity.Kind;
import dev.assay.cfverify.judge.QuantityScanner.Scanned;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Versions and addresses: numbers with several dots, or with what follows only a version. */
final class Versions {

  private static final String NUMBERS = "\\d{1,30}(?:\\.\\d{1,30}){0,20}";

  private static final Pattern DOTTED =
      Pattern.compile(
          "\\d{1,30}(?:\\.\\d{1,30}){2,20}(?:[-+]?[A-Za-z][\\w-]{0,30}(?:\\.\\w{1,30}){0,5}|/\\d{1,3})?");

  private static final Pattern PRE_RELEASE =
      Pattern.compile(
          NUMBERS + "[-.]?(?:alpha|beta|rc|pre|dev|snapshot|SNAPSHOT|RC|M\\d)[-.]?\\d{0,9}(?!\\w)");

  /** Where the text says that it is a version. */
  private static final Pattern SUFFIXED =
      Pattern.compile(
          NUMBERS
              + "(?:\\.[xX*](?!\\w)|[-+][A-Za-z][\\w.]{0,30}(?<![.])|(?:a|b|rc)\\d{1,9}(?!\\w))");

  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\d{1,3}\\.){3}\\d{1,3}(?:/\\d{1,3})?");

  private Versions() {}

  /**
   * The version or address that begins at {@code at}; null for another number.
   *
   * @param named whether the words before it say that it is a version
   */
  static @Nullable Scanned at(String line, int at, boolean named) {
    for (Pattern pattern : new Pattern[] {DOTTED, named ? SUFFIXED : PRE_RELEASE}) {
      Matcher version = pattern.matcher(line).region(at, line.length()).useTransparentBounds(true);
      if (version.lookingAt()) {
        boolean address = !named && ADDRESS.matcher(version.group()).matches();
        Kind kind = address ? Kind.ADDRESS : Kind.VERSION;
        return new Scanned(Quantity.plain(kind, version.group(), null, Unit.NONE), version.end());
      }
    }
    return null;
  }
}
