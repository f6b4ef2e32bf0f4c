package dev.assay.canary;

import dev.assay.schemas.message.ArtifactRole;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** One artifact of a specimen. */
final class Part {

  private final ArtifactRole role;
  private final String mediaType;
  private final byte[] bytes;
  private final int exitCode;

  private Part(ArtifactRole role, String mediaType, byte[] bytes, int exitCode) {
    this.role = role;
    this.mediaType = mediaType;
    this.bytes = bytes;
    this.exitCode = exitCode;
  }

  static Part text(ArtifactRole role, String mediaType, String text, int exitCode) {
    return new Part(role, mediaType, text.getBytes(StandardCharsets.UTF_8), exitCode);
  }

  static Part bytes(ArtifactRole role, String mediaType, byte[] bytes) {
    return new Part(role, mediaType, bytes.clone(), 0);
  }

  ArtifactRole role() {
    return role;
  }

  String mediaType() {
    return mediaType;
  }

  /** What the command that is said to have produced it answered. */
  int exitCode() {
    return exitCode;
  }

  int size() {
    return bytes.length;
  }

  InputStream open() {
    return new ByteArrayInputStream(bytes);
  }
}
