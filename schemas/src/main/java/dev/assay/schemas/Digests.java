package dev.assay.schemas;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests as lower-case hex, the name of everything content-addressed. */
public final class Digests {

  /** Characters of a digest in hex. */
  public static final int HEX_CHARS = 64;

  private static final HexFormat HEX = HexFormat.of();

  private Digests() {}

  /** A fresh SHA-256; every Java platform has one. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("expected SHA-256 in every Java platform", e);
    }
  }

  public static String sha256Hex(byte[] bytes) {
    return HEX.formatHex(sha256().digest(bytes));
  }

  public static String sha256Hex(String text) {
    return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String hex(byte[] digest) {
    return HEX.formatHex(digest);
  }

  public static boolean valid(String digest) {
    if (digest.length() != HEX_CHARS) {
      return false;
    }
    for (int i = 0; i < HEX_CHARS; i++) {
      char c = digest.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }
}
