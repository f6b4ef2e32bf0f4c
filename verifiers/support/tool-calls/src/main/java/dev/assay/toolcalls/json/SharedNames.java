package dev.assay.toolcalls.json;

import org.jspecify.annotations.Nullable;

/** One instance of names that come again: most objects have the members of the one before. */
final class SharedNames {

  private static final int NAMES = 32;

  private final @Nullable String[] names = new String[NAMES];

  /** The characters {@code [from, to)} of {@code text}. */
  String of(String text, int from, int to) {
    if (from == to) {
      return "";
    }
    int slot = (text.charAt(from) * 7 + text.charAt(to - 1) + to - from) % NAMES;
    String known = names[slot];
    if (known == null || known.length() != to - from || !text.startsWith(known, from)) {
      known = text.substring(from, to);
      names[slot] = known;
    }
    return known;
  }
}
