package dev.assay.schemas;

/**
 * The shape of identifiers that clients choose (work item, run, fleet, agent, event): {@code
 * [A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}} without {@code ..}, {@code //} or a trailing {@code /}.
 */
public final class Ids {

  private Ids() {}

  public static boolean valid(String id) {
    if (id.isEmpty() || id.length() > Limits.ID_CHARS_MAX || !alphanumeric(id.charAt(0))) {
      return false;
    }
    for (int i = 1; i < id.length(); i++) {
      char c = id.charAt(i);
      if (!alphanumeric(c) && "._:/@+-".indexOf(c) < 0) {
        return false;
      }
      if ((c == '.' || c == '/') && id.charAt(i - 1) == c) {
        return false;
      }
    }
    return id.charAt(id.length() - 1) != '/';
  }

  private static boolean alphanumeric(char c) {
    return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
  }
}
