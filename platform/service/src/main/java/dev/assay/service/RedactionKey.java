package dev.assay.service;

import dev.assay.core.redaction.FieldSalts;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The file with the secret of which salts of commitments are made: {@value FieldSalts#SECRET_BYTES}
 * bytes in hex. Every ingest service, worker and store of a system has the same one.
 */
public final class RedactionKey {

  private static final int FILE_BYTES_MAX = 1_024;

  private RedactionKey() {}

  /**
   * The salts of the secret in {@code file}.
   *
   * @throws ConfigException when there is no such file, or another text in it
   */
  public static FieldSalts load(Path file) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw unusable(file, "more than " + FILE_BYTES_MAX + " bytes");
      }
      String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
      return FieldSalts.of(HexFormat.of().parseHex(text));
    } catch (IOException e) {
      throw unusable(file, e.getClass().getSimpleName());
    } catch (IllegalArgumentException _) { // whose message may have a part of the secret
      throw unusable(file, "another text");
    }
  }

  /** Writes a fresh secret to {@code file} with mode 0600, unless there is a file already. */
  public static void create(Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    byte[] secret = new byte[FieldSalts.SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    // Whole before it has its name, so that nobody reads half a secret.
    Path written = file.resolveSibling(file.getFileName() + ".new-" + UUID.randomUUID());
    Files.createFile(written, ownersOnly(file));
    try {
      Files.writeString(
          written,
          HexFormat.of().formatHex(secret) + "\n",
          StandardCharsets.US_ASCII,
          StandardOpenOption.DSYNC);
      Files.createLink(file, written);
    } catch (FileAlreadyExistsException _) {
      // Another process was first; its secret is the one to load.
    } finally {
      Files.delete(written);
    }
  }

  private static FileAttribute<?>[] ownersOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static ConfigException unusable(Path file, String found) {
    return new ConfigException(
        "expected "
            + FieldSalts.SECRET_BYTES
            + " bytes in hex in the file of keys.redaction, "
            + file
            + ", found "
            + found
            + "; make one with: openssl rand -hex "
            + FieldSalts.SECRET_BYTES);
  }
}
