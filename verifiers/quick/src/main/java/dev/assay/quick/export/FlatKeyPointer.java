package dev.assay.quick.export;

import org.jspecify.annotations.Nullable;

/** Turns the path of a flattened parameter back into a JSON pointer (RFC 6901). */
final class FlatKeyPointer {

  private final String key;
  private final StringBuilder pointer = new StringBuilder();
  private int at;

  private FlatKeyPointer(String key) {
    this.key = key;
  }

  /** The pointer of {@code key}, or null when the key is no path. */
  static @Nullable String of(String key) {
    FlatKeyPointer parser = new FlatKeyPointer(key);
    return parser.parse() ? parser.pointer.toString() : null;
  }

  private boolean parse() {
    if (key.isEmpty()) {
      return false;
    }
    while (at < key.length()) {
      boolean token = key.charAt(at) == '[' ? index() : segment();
      if (!token) {
        return false;
      }
      if (at < key.length() && key.charAt(at) == '.') {
        at++;
      }
    }
    return true;
  }

  private boolean index() {
    int close = key.indexOf(']', at);
    if (close <= at + 1) {
      return false;
    }
    String digits = key.substring(at + 1, close);
    if (!digits.chars().allMatch(c -> '0' <= c && c <= '9')) {
      return false;
    }
    pointer.append('/').append(digits);
    at = close + 1;
    return true;
  }

  private boolean segment() {
    int start = at;
    while (at < key.length() && key.charAt(at) != '.' && key.charAt(at) != '[') {
      at++;
    }
    if (at == start) {
      return false;
    }
    pointer.append('/').append(key.substring(start, at).replace("~", "~0").replace("/", "~1"));
    return true;
  }
}
