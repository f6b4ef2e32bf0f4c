package dev.assay.http;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * A secret that clients show (RFC 6750). Compared in constant time over digests, so that neither
 * content nor length leaks through timing. Never printed.
 */
public final class BearerToken {

  private static final int RANDOM_BYTES = 32;
  private static final int CHARS_MIN = 16;
  private static final int CHARS_MAX = 512;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

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
      create(file);
    }
    return of(Files.readString(file, StandardCharsets.US_ASCII).strip());
  }

  private static void create(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n";
    boolean posix = Files.getFileStore(directory).supportsFileAttributeView("posix");
    Path draft =
        posix
            ? Files.createTempFile(
                directory, "token", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY))
            : Files.createTempFile(directory, "token", ".new");
    try {
      Files.writeString(draft, text, StandardCharsets.US_ASCII);
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException _) {
      // Another process was first; its token counts.
    } finally {
      Files.delete(draft);
    }
  }

  /** Whether {@code candidate} is this token; what no token can be costs nothing to look at. */
  boolean matches(String candidate) {
    return candidate.length() <= CHARS_MAX && MessageDigest.isEqual(digest, sha256(candidate));
  }

  private static byte[] sha256(String text) {
    return Digests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "BearerToken(masked)";
  }
}
