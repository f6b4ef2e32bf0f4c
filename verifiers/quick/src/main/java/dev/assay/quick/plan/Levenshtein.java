package dev.assay.quick.plan;

/** Edit distance over UTF-16 units, as a ratio of the longer text. */
final class Levenshtein {

  private Levenshtein() {}

  /** {@code 1 - distance / longer length} if that is at least {@code threshold}, else 0. */
  static double ratio(String left, String right, double threshold) {
    int longer = Math.max(left.length(), right.length());
    int shorter = Math.min(left.length(), right.length());
    if (shorter == 0 || 1 - (double) (longer - shorter) / longer < threshold) {
      return 0;
    }
    double ratio = 1 - (double) distance(left, right) / longer;
    return ratio >= threshold ? ratio : 0;
  }

  private static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      char c = left.charAt(i - 1);
      for (int j = 1; j <= right.length(); j++) {
        int replaced = diagonal + (c == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(diagonal, row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}
