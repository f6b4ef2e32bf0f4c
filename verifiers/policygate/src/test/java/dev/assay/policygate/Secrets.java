package dev.assay.policygate;

import java.util.List;
import java.util.Random;

/** Credentials of the shapes that vendors document, made up while the tests run. */
final class Secrets {

  private static final String ALPHANUMERIC =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final String HEX = "0123456789abcdef";

  record Secret(String kind, String text) {}

  private Secrets() {}

  static List<Secret> all() {
    Random random = new Random(20_261_122);
    String jwt =
        "eyJ"
            + of(random, ALPHANUMERIC, 20)
            + ".eyJ"
            + of(random, ALPHANUMERIC, 40)
            + "."
            + of(random, ALPHANUMERIC, 43);
    return List.of(
        new Secret("aws-access-key-id", "AKIA" + of(random, BASE32, 16)),
        new Secret("github-token", "ghp" + "_" + of(random, ALPHANUMERIC, 36)),
        new Secret(
            "github-fine-grained-token",
            "github" + "_pat_" + of(random, ALPHANUMERIC, 22) + "_" + of(random, ALPHANUMERIC, 59)),
        new Secret("gitlab-token", "glpat" + "-" + of(random, ALPHANUMERIC, 20)),
        new Secret(
            "slack-token",
            "xoxb" + "-" + of(random, "0123456789", 12) + "-" + of(random, ALPHANUMERIC, 24)),
        new Secret("stripe-key", "sk_" + "live_" + of(random, ALPHANUMERIC, 24)),
        new Secret("google-api-key", "AI" + "za" + of(random, ALPHANUMERIC, 35)),
        new Secret("anthropic-key", "sk-" + "ant-api03-" + of(random, ALPHANUMERIC, 93)),
        new Secret("npm-token", "npm" + "_" + of(random, ALPHANUMERIC, 36)),
        new Secret("digitalocean-token", "dop" + "_v1_" + of(random, HEX, 64)),
        new Secret("jwt", jwt),
        new Secret("private-key", privateKey(random, "\n")),
        new Secret("private-key", privateKey(random, "\\n")),
        new Secret("url-password", "postgres://app:" + of(random, ALPHANUMERIC, 14) + "@db:5432/x"),
        new Secret("assigned-secret", "password = \"" + of(random, ALPHANUMERIC, 24) + "\""));
  }

  private static String privateKey(Random random, String lineEnd) {
    return "-----BEGIN "
        + "RSA PRIVATE KEY-----"
        + lineEnd
        + of(random, ALPHANUMERIC, 64)
        + lineEnd
        + of(random, ALPHANUMERIC, 64);
  }

  static String token() {
    return "ghp" + "_" + of(new Random(7), ALPHANUMERIC, 36);
  }

  private static String of(Random random, String alphabet, int length) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return out.toString();
  }
}
