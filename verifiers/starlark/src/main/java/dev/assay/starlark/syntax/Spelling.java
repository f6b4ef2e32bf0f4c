package dev.assay.starlark.syntax;

import java.util.Collection;

/** Suggests the known name nearest to a misspelt one. */
public final class Spelling {
  private static final int NAME_MIN = 3;
  private static final int NAME_MAX = 40;

  private Spelling() {}

  /** {@code " (did you mean x?)"}, or nothing when no known name is near. */
  public static String hint(String wrong, Collection<String> known) {
    if (wrong.length() < NAME_MIN || wrong.length() > NAME_MAX) {
      return "";
    }
    String best = "";
    int bestDistance = (wrong.length() + 2) / 3 + 1;
    for (String name : known) {
      if (Math.abs(name.length() - wrong.length()) < bestDistance) {
        int distance = distance(wrong, name);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = name;
        }
      }
    }
    return best.isEmpty() ? "" : " (did you mean " + best + "?)";
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + change);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
