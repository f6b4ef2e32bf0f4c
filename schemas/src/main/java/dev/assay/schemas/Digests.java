package dev.assay.schemas;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** SHA-256 digests as lower-case hex, the name of everything content-addressed. */
public final class Digests {

  /** Characters of a digest in hex. */
  public static final int HEX_CHARS = 64;

  private static final HexFormat HEX = HexFormat.of();

  /** 0 at the digits that a digest may have, 1 at every other character of Latin-1. */
  private static final byte[] WRONG = wrong();

  private Digests() {}

  private static byte[] wrong() {
    byte[] wrong = new byte[256];
    Arrays.fill(wrong, (byte) 1);
    "0123456789abcdef".chars().forEach(digit -> wrong[digit] = 0);
    return wrong;
  }

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

  /** Whether {@code digest} is one; without a branch on its digits, which nobody can predict. */
  public static boolean valid(String digest) {
    if (digest.length() != HEX_CHARS) {
      return false;
    }
    int wrong = 0;
    for (int i = 0; i < HEX_CHARS; i++) {
      char c = digest.charAt(i);
      wrong |= WRONG[c & 0xff] | c >> 8;
    }
    return wrong == 0;
  }
}
