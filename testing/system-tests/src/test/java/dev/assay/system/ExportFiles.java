package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A copy of an export, and what somebody who wants to deceive does to it. */
final class ExportFiles {

  private final Path directory;

  private ExportFiles(Path directory) {
    this.directory = directory;
  }

  static ExportFiles copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return new ExportFiles(to);
  }

  Path directory() {
    return directory;
  }

  /** A message with where its record stands. */
  record At<T>(T message, int partition, int line, ObjectNode record) {

    long offset() {
      return record.path("offset").asLong();
    }
  }

  /** The first message of {@code topic} that {@code wanted} holds for. */
  <T> At<T> first(Topic<T> topic, Predicate<T> wanted) throws IOException {
    for (int partition = 0; Files.exists(file(topic, partition)); partition++) {
      List<String> lines = Files.readAllLines(file(topic, partition));
      for (int line = 0; line < lines.size(); line++) {
        ObjectNode record = record(lines.get(line));
        byte[] value = Base64.getDecoder().decode(record.path("value").asText());
        if (topic.codec().decode(value) instanceof Parsed.Accepted<T>(T message)
            && wanted.test(message)) {
          return new At<>(message, partition, line, record);
        }
      }
    }
    throw new AssertionError("expected such a message on " + topic.name());
  }

  /** Puts {@code message} into the record of {@code at}, digest and all. */
  <T> void put(Topic<T> topic, At<T> at, T message) throws IOException {
    change(topic, at, Optional.of(sealed(at.record(), topic.codec().encode(message))));
  }

  /** Puts a new record behind the last one, and says in the manifest that it was there. */
  <T> void append(Topic<T> topic, At<T> like, T message) throws IOException {
    Path file = file(topic, like.partition());
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    ObjectNode record = sealed(like.record().deepCopy(), topic.codec().encode(message));
    record.put("offset", record(lines.getLast()).path("offset").asLong() + 1);
    lines.add(record.toString());
    Files.write(file, lines);
  }

  /** Flips one bit of the record's value and leaves its digest as it was. */
  <T> void flip(Topic<T> topic, At<T> at) throws IOException {
    byte[] value = Base64.getDecoder().decode(at.record().path("value").asText());
    value[value.length / 2] ^= 1;
    ObjectNode record = at.record().deepCopy();
    record.put("value", Base64.getEncoder().encodeToString(value));
    change(topic, at, Optional.of(record));
  }

  /** Takes the record out, closes the gap and leaves no trace in the manifest. */
  <T> void drop(Topic<T> topic, At<T> at) throws IOException {
    change(topic, at, Optional.empty());
  }

  private <T> void change(Topic<T> topic, At<T> at, Optional<ObjectNode> record)
      throws IOException {
    Path file = file(topic, at.partition());
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    if (record.isPresent()) {
      lines.set(at.line(), record.get().toString());
    } else {
      lines.remove(at.line());
    }
    List<String> renumbered = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      renumbered.add(record(lines.get(i)).put("offset", i).toString());
    }
    Files.write(file, renumbered);
  }

  /** Overwrites a stored object with other bytes of the same length. */
  void overwrite(String sha256) throws IOException {
    Path object =
        directory.resolve(
            "artifacts/sha256/"
                + sha256.substring(0, 2)
                + "/"
                + sha256.substring(2, 4)
                + "/"
                + sha256);
    byte[] bytes = Files.readAllBytes(object);
    bytes[bytes.length / 2] ^= 1;
    Files.delete(object);
    Files.write(object, bytes);
  }

  private Path file(Topic<?> topic, int partition) {
    return directory.resolve("topics/" + topic.name() + "-" + partition + ".ndjson");
  }

  private static ObjectNode sealed(ObjectNode record, byte[] value) {
    return record
        .put("value", Base64.getEncoder().encodeToString(value))
        .put("sha256", Digests.sha256Hex(value));
  }

  private static ObjectNode record(String line) {
    return Json.tree(line.getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode node)
            && node instanceof ObjectNode record
        ? record
        : new ObjectNode(com.fasterxml.jackson.databind.node.JsonNodeFactory.instance);
  }
}
