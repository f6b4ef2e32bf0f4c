package dev.assay.cli.client;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/** Digests of files. */
final class FileDigests {

  private FileDigests() {}

  /** The SHA-256 of what is in {@code file}, in lower-case hex. */
  static String sha256(Path file) throws IOException {
    MessageDigest digest = Digests.sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return Digests.hex(digest.digest());
  }
}
