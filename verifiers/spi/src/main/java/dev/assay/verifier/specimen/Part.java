package dev.assay.verifier.specimen;

import dev.assay.schemas.message.ArtifactRole;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** One artifact of a specimen. */
public final class Part {

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

  /** An artifact of {@code text} whose producer ended with {@code exitCode}. */
  public static Part text(ArtifactRole role, String mediaType, String text, int exitCode) {
    return new Part(role, mediaType, text.getBytes(StandardCharsets.UTF_8), exitCode);
  }

  /** An artifact of {@code bytes} whose producer ended with 0. */
  public static Part bytes(ArtifactRole role, String mediaType, byte[] bytes) {
    return new Part(role, mediaType, bytes.clone(), 0);
  }

  /** A zip archive with {@code files}, by their path. */
  public static Part workspace(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Part(ArtifactRole.WORKSPACE, "application/zip", bytes.toByteArray(), 0);
  }

  /** Its role. */
  public ArtifactRole role() {
    return role;
  }

  /** Its media type. */
  public String mediaType() {
    return mediaType;
  }

  /** What the command that is said to have produced it answered. */
  public int exitCode() {
    return exitCode;
  }

  /** Its bytes. */
  public int size() {
    return bytes.length;
  }

  /** Its content, from the start. */
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }
}
