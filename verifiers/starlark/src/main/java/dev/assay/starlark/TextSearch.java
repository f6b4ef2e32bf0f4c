package dev.assay.starlark;

/** Finds one string in another; the worst case is charged before the search. */
final class TextSearch {
  private TextSearch() {}

  private static void charge(int length, String part, Budget budget) {
    long worst = (long) Math.max(0, length - part.length() + 1) * Math.max(1, part.length());
    budget.steps(Math.min(worst, Math.max(length, worst >> 3)) >> 6);
  }

  /** The first index within a range at which {@code part} stands whole, or -1. */
  static int indexOf(String text, String part, int from, int to, Budget budget) {
    charge(to - from, part, budget);
    return text.indexOf(part, from, to);
  }

  /** The last index within a range at which {@code part} stands whole, or -1. */
  static int lastIndexOf(String text, String part, int from, int to, Budget budget) {
    charge(to - from, part, budget);
    int found = text.lastIndexOf(part, to - part.length());
    return found < from ? -1 : found;
  }
}
