package dev.assay.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.replay.TopicRecords.Damage;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.log.NoteKey;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The records of an export directory; docs/replay.md has the format. */
final class ExportRecords implements TopicRecords {

  private final Path directory;
  private final Manifest manifest;

  private ExportRecords(Path directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  static ExportRecords open(Path directory) throws IOException {
    Path file = directory.resolve("manifest.json");
    if (!Files.isRegularFile(file) || Files.size(file) > ReplayLimits.MANIFEST_BYTES_MAX) {
      throw new CommandException(
          "EXPORT_UNREADABLE",
          "expected a directory that assay export made, with manifest.json, found none in "
              + directory);
    }
    return switch (Json.parse(Files.readAllBytes(file), Manifest.class)) {
      case Parsed.Accepted<Manifest>(Manifest manifest)
          when manifest.format().equals(Manifest.FORMAT) ->
          new ExportRecords(directory, manifest);
      case Parsed.Accepted<Manifest>(Manifest other) ->
          throw new CommandException(
              "EXPORT_UNREADABLE",
              "expected format " + Manifest.FORMAT + ", found " + other.format() + " in " + file);
      case Parsed.Rejected<Manifest>(Rejection rejection) ->
          throw new CommandException("EXPORT_UNREADABLE", file + ": " + rejection.detail());
    };
  }

  Manifest manifest() {
    return manifest;
  }

  @Override
  public String prefix() {
    return manifest.topicPrefix();
  }

  @Override
  public List<Extent> extents(Topic<?> topic) {
    return manifest.partitions().stream()
        .filter(p -> p.topic().equals(topic.name()))
        .map(p -> new Extent(p.partition(), p.first(), p.end(), p.settled()))
        .sorted(java.util.Comparator.comparingInt(Extent::partition))
        .toList();
  }

  @Override
  public void read(Topic<?> topic, Extent extent, Visitor visitor, Consumer<Damage> damaged)
      throws IOException, InterruptedException {
    String file = new Manifest.Partition(topic.name(), extent.partition(), 0, 0, 0).file();
    long next = extent.first();
    try (Lines lines = new Lines(Files.newInputStream(directory.resolve(file)))) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        JsonNode node = tree(line);
        Entry entry = node == null ? null : entry(topic, extent, node);
        if (node == null || entry == null) {
          damaged.accept(
              new Damage(
                  new RecordPosition(name(topic), extent.partition(), next),
                  0,
                  "a record as docs/replay.md describes it",
                  "another line, number " + lines.number() + " of " + file));
        } else {
          checkDigest(entry, node, damaged);
          visitor.accept(entry);
          next = entry.place().offset();
        }
        next++;
      }
    }
  }

  private static @Nullable JsonNode tree(byte[] line) {
    return Json.tree(line) instanceof Parsed.Accepted<JsonNode>(JsonNode node) ? node : null;
  }

  private @Nullable Entry entry(Topic<?> topic, Extent extent, JsonNode node) {
    if (!node.path("offset").isIntegralNumber() || !node.path("time").isIntegralNumber()) {
      return null;
    }
    try {
      Headers headers = new RecordHeaders();
      for (JsonNode header : node.path("headers")) {
        headers.add(header.path("name").asText(), bytes(header.path("value")));
      }
      return new Entry(
          new RecordPosition(name(topic), extent.partition(), node.path("offset").longValue()),
          node.path("time").longValue(),
          bytes(node.path("key")),
          headers,
          bytes(node.path("value")));
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private static byte @Nullable [] bytes(JsonNode base64) {
    return base64.isTextual() ? Base64.getDecoder().decode(base64.textValue()) : null;
  }

  private static void checkDigest(Entry entry, JsonNode node, Consumer<Damage> damaged) {
    byte[] value = entry.value();
    String written = node.path("sha256").asText();
    String found = value == null ? "" : Digests.sha256Hex(value);
    if (!written.equals(found)) {
      damaged.accept(
          new Damage(
              entry.place(),
              entry.timestampMillis(),
              "a value with the SHA-256 " + SafeText.text(written),
              "one with " + found));
    }
  }

  /** The log of the export, or null when it has none. */
  @Nullable LogView log() {
    Manifest.Log log = manifest.log();
    if (log == null) {
      return null;
    }
    String key = log.key();
    return new LogView(log.checkpoint(), key == null ? null : NoteKey.parse(key), this::readLog);
  }

  /** The entry in a line of {@code log.ndjson}. */
  static byte[] statement(byte[] line) {
    JsonNode node = tree(line);
    String statement = node == null ? "" : node.path("statement").asText();
    return statement.getBytes(StandardCharsets.UTF_8);
  }

  private void readLog(long size, LogView.Visitor visitor) throws IOException {
    try (Lines lines = new Lines(Files.newInputStream(directory.resolve("log.ndjson")))) {
      byte[] line = lines.next();
      while (line != null && lines.number() <= size) {
        visitor.accept(lines.number() - 1, statement(line));
        line = lines.next();
      }
    }
  }

  @Override
  public void close() {}
}
