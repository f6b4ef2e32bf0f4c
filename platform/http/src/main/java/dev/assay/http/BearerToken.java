package dev.assay.http;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * A secret that clients show (RFC 6750). Looked up and compared by its digest, so that neither
 * content nor length leaks through timing. Never printed.
 */
public final class BearerToken {

  private static final int RANDOM_BYTES = 32;
  private static final int CHARS_MIN = 16;
  private static final int CHARS_MAX = 512;

  private final byte[] digest;

  private BearerToken(String text) {
    this.digest = sha256(text);
  }

  /**
   * The token of that text.
   *
   * @throws IllegalArgumentException unless it has 16 to 512 characters of RFC 6750's alphabet
   */
  public static BearerToken of(String text) {
    boolean sound = text.length() >= CHARS_MIN && text.length() <= CHARS_MAX;
    for (int i = 0; sound && i < text.length(); i++) {
      char c = text.charAt(i);
      sound = c < 0x7f && Character.isLetterOrDigit(c) || "-._~+/=".indexOf(c) >= 0;
    }
    if (!sound) {
      throw new IllegalArgumentException(
          "expected a token of "
              + CHARS_MIN
              + " to "
              + CHARS_MAX
              + " letters, digits or -._~+/=, found "
              + text.length()
              + " characters; delete the token file to have one generated");
    }
    return new BearerToken(text);
  }

  /**
   * The token in {@code file}; generated there, readable by the owner alone, when there is none.
   * Processes that ask at once get the same one.
   *
   * @throws IOException when the file can neither be read nor made
   * @throws IllegalArgumentException when it holds no token
   */
  public static BearerToken loadOrCreate(Path file) throws IOException {
    if (Files.notExists(file)) {
      OwnerOnlyFile.create(file, random() + "\n");
    }
    return of(Files.readString(file, StandardCharsets.US_ASCII).strip());
  }

  /** The text of a fresh token. */
  public static String random() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** The SHA-256 of its text, in lower-case hex: all that a server needs to know it again. */
  public String sha256() {
    return Digests.hex(digest);
  }

  /**
   * The SHA-256 of what a client shows, in lower-case hex; empty for what no token can be, so that
   * it costs nothing to look at.
   */
  static Optional<String> digestOf(String candidate) {
    return candidate.length() <= CHARS_MAX
        ? Optional.of(Digests.hex(sha256(candidate)))
        : Optional.empty();
  }

  private static byte[] sha256(String text) {
    return Digests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "BearerToken(masked)";
  }
}
