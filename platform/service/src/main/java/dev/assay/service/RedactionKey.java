package dev.assay.service;

import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.OwnerOnlyFile;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The file with the secret of which salts of commitments are made: {@value FieldSalts#SECRET_BYTES}
 * bytes in hex. Every ingest service, worker and store of a system has the same one.
 */
public final class RedactionKey {

  private static final int FILE_BYTES_MAX = 1_024;

  private RedactionKey() {}

  /**
   * The salts of the secret in {@code file}; null where the configuration names none.
   *
   * @param home what a relative path is relative to
   * @throws ConfigException as {@link #load}
   */
  public static @Nullable FieldSalts salts(Path home, @Nullable String file) {
    return file == null ? null : load(home.resolve(file));
  }

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
    if (!Files.exists(file)) {
      byte[] secret = new byte[FieldSalts.SECRET_BYTES];
      new SecureRandom().nextBytes(secret);
      OwnerOnlyFile.create(file, HexFormat.of().formatHex(secret) + "\n");
    }
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
