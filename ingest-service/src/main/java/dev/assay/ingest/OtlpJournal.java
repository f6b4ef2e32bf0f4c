package dev.assay.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of OTLP belong to runs that are open: a file of lines, forced to the disk before a
 * request is answered. A line that broke off was never answered and is left out.
 */
final class OtlpJournal implements AutoCloseable {

  private static final String FILE_NAME = "open-runs.ndjson";

  private final Path file;
  private FileChannel channel;
  private long lines;

  /**
   * One line.
   *
   * @param principal who sent it
   * @param body what was received; null for the end of the run
   */
  record Line(String principal, RunKey key, OtlpRuns.@Nullable Body body, boolean rootEnded) {}

  /** The journal in {@code directory}, which is made. */
  OtlpJournal(Path directory) throws IOException {
    Files.createDirectories(directory);
    this.file = directory.resolve(FILE_NAME);
    this.channel = open();
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }

  /** The lines of an earlier process. */
  List<Line> read() throws IOException {
    List<Line> read = new ArrayList<>();
    try (Stream<String> all = Files.lines(file, StandardCharsets.UTF_8)) {
      all.forEach(text -> {
        if (Json.tree(text.getBytes(StandardCharsets.UTF_8))
            instanceof Parsed.Accepted<JsonNode>(JsonNode node)) {
          read.add(line(node));
        }
      });
    }
    lines = read.size();
    return read;
  }

  /** Lines of the file. */
  long lines() {
    return lines;
  }

  /** Appends {@code added}; they are on the disk when this returns. */
  void append(List<Line> added) throws IOException {
    write(channel, added);
    lines += added.size();
  }

  /** Replaces everything by {@code kept}. */
  void rewrite(List<Line> kept) throws IOException {
    Path fresh = file.resolveSibling(FILE_NAME + ".new");
    try (FileChannel out =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      write(out, kept);
    }
    channel.close();
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    channel = open();
    lines = kept.size();
  }

  private static void write(FileChannel out, List<Line> added) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Line line : added) {
      text.append(new String(Json.write(new Written(line)), StandardCharsets.UTF_8)).append('\n');
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(false);
  }

  /** A line as JSON has it. */
  private record Written(
      String principal,
      String workItem,
      String run,
      String fleet,
      int attempt,
      @Nullable String groundTruth,
      @Nullable String sha256,
      @Nullable String signal,
      @Nullable String fleetOtherwise,
      boolean protobuf,
      boolean rootEnded) {

    Written(Line line) {
      this(
          line.principal(),
          line.key().workItem(),
          line.key().run(),
          line.key().fleet(),
          line.key().attempt(),
          line.key().groundTruth(),
          line.body() == null ? null : line.body().sha256(),
          line.body() == null ? null : line.body().signal().name(),
          line.body() == null ? null : line.body().fleetOtherwise(),
          line.body() != null && line.body().protobuf(),
          line.rootEnded());
    }
  }

  private static Line line(JsonNode node) {
    JsonNode truth = node.path("groundTruth");
    RunKey key =
        new RunKey(
            node.path("workItem").asText(),
            node.path("run").asText(),
            node.path("fleet").asText(),
            node.path("attempt").asInt(),
            truth.isTextual() ? truth.asText() : null);
    OtlpRuns.Body body =
        node.path("sha256").isTextual()
            ? new OtlpRuns.Body(
                node.path("sha256").asText(),
                Signal.valueOf(node.path("signal").asText()),
                node.path("protobuf").asBoolean(),
                node.path("fleetOtherwise").asText())
            : null;
    return new Line(node.path("principal").asText(), key, body, node.path("rootEnded").asBoolean());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
