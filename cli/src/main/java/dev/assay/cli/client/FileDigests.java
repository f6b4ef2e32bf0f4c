package dev.assay.cli.client;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/** Digests of what is read to its end. */
public final class FileDigests {

  private FileDigests() {}

  /** The SHA-256 of what is in {@code file}, in lower-case hex. */
  static String sha256(Path file) throws IOException {
    return sha256(Files.newInputStream(file));
  }

  /** The SHA-256 of what {@code in} gives, in lower-case hex; closes it. */
  public static String sha256(InputStream in) throws IOException {
    MessageDigest digest = Digests.sha256();
    try (InputStream digested = new DigestInputStream(in, digest)) {
      digested.transferTo(OutputStream.nullOutputStream());
    }
    return Digests.hex(digest.digest());
  }
}
