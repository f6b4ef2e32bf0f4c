package dev.assay.cli.client;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The media types of artifacts by the endings of their files' names. */
public final class MediaTypes {

  private static final Map<String, String> BY_ENDING =
      Map.of(
          "xml", "application/xml",
          "json", "application/json",
          "sarif", "application/sarif+json",
          "ndjson", "application/x-ndjson",
          "jsonl", "application/x-ndjson",
          "tap", "text/plain",
          "log", "text/plain",
          "txt", "text/plain",
          "zip", "application/zip",
          "tar", "application/x-tar");

  private MediaTypes() {}

  /** The media type of {@code file}; {@code application/octet-stream} when its ending says none. */
  public static String of(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return BY_ENDING.getOrDefault(
        name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
  }
}
