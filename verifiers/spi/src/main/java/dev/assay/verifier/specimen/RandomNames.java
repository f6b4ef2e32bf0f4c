package dev.assay.verifier.specimen;

import java.util.List;
import java.util.Random;

/** Names as programs have them. */
public final class RandomNames {

  private static final List<String> NOUNS =
      List.of(
          "cart", "price", "order", "user", "invoice", "parser", "cache", "queue", "ledger",
          "token", "report", "index", "stock", "route", "account", "session");
  private static final List<String> VERBS =
      List.of(
          "adds",
          "sums",
          "rounds",
          "rejects",
          "parses",
          "sorts",
          "merges",
          "keeps",
          "expires",
          "restores",
          "counts",
          "escapes");

  /** Spells no word and no run of x or 0, any of which would make a credential a placeholder. */
  private static final String ALPHANUMERIC = "BCDFGHJKLMNPQRSTVWYZbcdfghjklmnpqrstvwyz123456789";

  private RandomNames() {}

  /** One of sixteen nouns. */
  public static String noun(Random random) {
    return NOUNS.get(random.nextInt(NOUNS.size()));
  }

  /** A name such as {@code sums_order_17}. */
  public static String name(Random random) {
    return VERBS.get(random.nextInt(VERBS.size())) + "_" + noun(random) + "_" + random.nextInt(100);
  }

  /** {@code length} letters and digits that spell nothing. */
  public static String alphanumeric(Random random, int length) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.append(ALPHANUMERIC.charAt(random.nextInt(ALPHANUMERIC.length())));
    }
    return out.toString();
  }
}
