package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * What {@code scripts/upgrade-fixture.sh} kept of an earlier build: its data directory, and what it
 * showed of that before it was stopped.
 */
final class EarlierBuild {

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private final Path home;

  private EarlierBuild(Path home) {
    this.home = home;
  }

  static EarlierBuild in(Path home) {
    return new EarlierBuild(home);
  }

  /** Unpacks the resource {@code upgrade/<name>.tar.gz} into {@code home}. */
  static EarlierBuild unpacked(String name, Path home) throws IOException {
    String resource = "/upgrade/" + name + ".tar.gz";
    try (InputStream packed = EarlierBuild.class.getResourceAsStream(resource)) {
      if (packed == null) {
        throw new IOException("expected the resource " + resource);
      }
      try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(packed))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          Path path = home.resolve(entry.getName());
          if (entry.isDirectory()) {
            Files.createDirectories(path);
          } else {
            Files.copy(tar, path);
            Files.setPosixFilePermissions(path, FILE);
          }
        }
      }
    }
    return new EarlierBuild(home);
  }

  /** Its data directory. */
  Path data() {
    return home.resolve("data");
  }

  /** The answers of {@code GET /v1/work-items/ID}, by the work item's id. */
  Map<String, JsonNode> workItems() throws IOException {
    return answers("work-items");
  }

  /** The answers of {@code GET /v1/attestations/ID}, by the attestation's id. */
  Map<String, JsonNode> attestations() throws IOException {
    return answers("attestations");
  }

  /** The answer of {@code GET /v1/keys}. */
  JsonNode keys() throws IOException {
    return json(shown("keys.json"));
  }

  /** When it decided last. */
  Instant written() throws IOException {
    return workItems().values().stream()
        .map(item -> Instant.parse(item.path("lastTime").asText()))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The log's checkpoint. */
  String checkpoint() throws IOException {
    return Files.readString(shown("checkpoint"), StandardCharsets.UTF_8);
  }

  private Path shown(String file) {
    return home.resolve("shown").resolve(file);
  }

  private Map<String, JsonNode> answers(String kind) throws IOException {
    Map<String, JsonNode> answers = new TreeMap<>();
    try (Stream<Path> files = Files.list(shown(kind))) {
      for (Path file : files.toList()) {
        answers.put(file.getFileName().toString().replace(".json", ""), json(file));
      }
    }
    return answers;
  }

  private static JsonNode json(Path file) throws IOException {
    return new Api.Answer(200, Files.readString(file, StandardCharsets.UTF_8)).json();
  }
}
