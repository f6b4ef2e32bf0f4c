package dev.assay.cli.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.cli.CommandException;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.topic.Topic;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Writes what a replay needs into a directory. */
final class ExportWriter {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The file that names the artifacts that had expired, one a line. */
  static final String EXPIRED = "expired.txt";

  /**
   * What was written.
   *
   * @param missing what could not be copied although it should be there
   * @param expired how many artifacts are no longer kept
   */
  record Written(
      long records, long logEntries, long artifacts, List<String> missing, long expired) {}

  private final History history;
  private final Path directory;
  private final Progress progress;

  /** What reports name, with the time of the last one in milliseconds; reports stay. */
  private final Map<String, Long> cited = new LinkedHashMap<>();

  private final List<String> expired = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();
  private long records;
  private long logEntries;

  ExportWriter(History history, Path directory, Progress progress) {
    this.history = history;
    this.directory = directory;
    this.progress = progress;
  }

  /** Writes everything, the manifest last, so that a directory with one is whole. */
  Written write() throws IOException, InterruptedException {
    Files.createDirectories(directory.resolve("topics"));
    if (Files.exists(directory.resolve("manifest.json"))) {
      throw new CommandException(
          "EXPORT_EXISTS",
          "expected a directory without an export, found manifest.json in " + directory);
    }
    List<Manifest.Partition> partitions = new ArrayList<>();
    for (Topic<?> topic : KafkaRecords.ALL) {
      for (Extent extent : history.records().extents(topic)) {
        progress.stage(history.records().name(topic) + "-" + extent.partition());
        partitions.add(partition(topic, extent));
      }
    }
    if (!damaged.isEmpty()) {
      throw new CommandException(
          "RECORD_DAMAGED",
          "expected readable records, found a damaged one at "
              + damaged.getFirst()
              + "; replay names what else differs");
    }
    LogView log = history.log();
    Manifest.Log shown = log == null ? null : log(log);
    List<String> missing = artifacts();
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            history.description(),
            history.records().prefix(),
            partitions,
            history.policies(),
            history.keys().stream().map(Ed25519PublicKey::pem).toList(),
            shown,
            history.artifacts() != null);
    Files.write(directory.resolve("manifest.json"), Json.write(manifest));
    long copied = (long) cited.size() - missing.size() - expired.size();
    return new Written(records, logEntries, copied, missing, expired.size());
  }

  private Manifest.Partition partition(Topic<?> topic, Extent extent)
      throws IOException, InterruptedException {
    Manifest.Partition shown =
        new Manifest.Partition(
            topic.name(), extent.partition(), extent.first(), extent.end(), extent.settled());
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(directory.resolve(shown.file())))) {
      history
          .records()
          .read(
              topic,
              extent,
              entry -> {
                records++;
                if (topic.equals(Topic.REPORTS)) {
                  cite(entry);
                }
                out.write(Json.write(line(entry)));
                out.write('\n');
              },
              damage -> damaged.add(damage.place().toString()));
    }
    return shown;
  }

  private void cite(Entry entry) {
    if (Topic.REPORTS.codec().decode(entry.value())
        instanceof Parsed.Accepted<ReportMessage>(ReportMessage message)) {
      cited.put(message.reportDigest(), Long.MAX_VALUE);
      for (ArtifactRef artifact : message.artifacts()) {
        cited.merge(artifact.sha256(), entry.timestampMillis(), Math::max);
      }
    }
  }

  private static ObjectNode line(Entry entry) {
    ObjectNode line = JSON.objectNode();
    line.put("offset", entry.place().offset());
    line.put("time", entry.timestampMillis());
    putBytes(line, "key", entry.key());
    ArrayNode headers = JSON.arrayNode();
    for (Header header : entry.headers()) {
      putBytes(headers.addObject().put("name", header.key()), "value", header.value());
    }
    if (!headers.isEmpty()) {
      line.set("headers", headers);
    }
    byte[] value = entry.value();
    putBytes(line, "value", value);
    if (value != null) {
      line.put("sha256", Digests.sha256Hex(value));
    }
    return line;
  }

  private static void putBytes(ObjectNode node, String name, byte @Nullable [] bytes) {
    if (bytes != null) {
      node.put(name, Base64.getEncoder().encodeToString(bytes));
    }
  }

  private Manifest.Log log(LogView log) throws IOException {
    Checkpoint head = log.head();
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(directory.resolve("log.ndjson")))) {
      log.entries()
          .read(
              head.size(),
              (_, statement) -> {
                logEntries++;
                ObjectNode line = JSON.objectNode();
                line.put("statement", new String(statement, StandardCharsets.UTF_8));
                out.write(Json.write(line));
                out.write('\n');
              });
    }
    return new Manifest.Log(log.note(), log.key() == null ? null : log.key().vkey());
  }

  /** Copies what the reports cite and answers what could not be copied. */
  private List<String> artifacts() throws IOException {
    ArtifactStore from = history.artifacts();
    if (from == null) {
      return List.of();
    }
    List<String> missing = new ArrayList<>();
    long done = 0;
    try (ArtifactStore to = DirectoryArtifactStore.open(directory.resolve("artifacts"))) {
      for (Map.Entry<String, Long> each : cited.entrySet()) {
        progress.at("artifacts", done++, cited.size());
        try {
          copy(from, to, each.getKey());
        } catch (NoSuchArtifactException e) {
          Instant lastUse = Instant.ofEpochMilli(each.getValue());
          (history.expiry().expired(each.getKey(), lastUse) ? expired : missing).add(each.getKey());
        } catch (ArtifactException e) {
          missing.add(each.getKey());
        }
      }
    }
    Files.write(directory.resolve(EXPIRED), expired);
    return missing;
  }

  private static void copy(ArtifactStore from, ArtifactStore to, String sha256) throws IOException {
    Optional<StoredArtifact> stored = from.find(sha256);
    String mediaType = stored.map(StoredArtifact::mediaType).orElse("application/octet-stream");
    try (InputStream in = from.open(sha256)) {
      var _ = to.put(in, mediaType, sha256, ReplayLimits.ARTIFACT_BYTES_MAX);
    }
  }
}
