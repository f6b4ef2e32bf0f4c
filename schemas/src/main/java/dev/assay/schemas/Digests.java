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

  /** Never updated, so that its copies are fresh. */
  private static final MessageDigest FRESH = lookedUp();

  /** 0 at the digits that a digest may have, 1 at every other character of Latin-1. */
  private static final byte[] WRONG = wrong();

  private Digests() {}

  private static byte[] wrong() {
    byte[] wrong = new byte[256];
    Arrays.fill(wrong, (byte) 1);
    "0123456789abcdef".chars().forEach(digit -> wrong[digit] = 0);
    return wrong;
  }

  /** A fresh SHA-256, a copy of one that was looked up. */
  public static MessageDigest sha256() {
    try {
      return (MessageDigest) FRESH.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("expected a SHA-256 that can be copied, as the JDK's can", e);
    }
  }

  private static MessageDigest lookedUp() {
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
