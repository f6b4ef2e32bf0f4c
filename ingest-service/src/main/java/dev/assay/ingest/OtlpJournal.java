package dev.assay.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which requests of OTLP belong to runs that are open: a file of lines, forced to the disk before a
 * request is answered. What was not written whole is cut off again, and a line that cannot be read
 * is left out, so that neither costs another line.
 */
final class OtlpJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpJournal.class);
  private static final String FILE_NAME = "open-runs.ndjson";
  private static final Set<StandardOpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private final Path file;
  private FileChannel channel;
  private long end;
  private long lines;

  /** What happened to the run {@code key} of {@code principal}. */
  sealed interface Line {

    String principal();

    RunKey key();

    /**
     * A request with records of the run was taken.
     *
     * @param root what it tells of the run's root
     * @param bytes of the run's part of it as a line of JSON; 0 when that is not known
     */
    record Taken(String principal, RunKey key, Body body, OtlpRoot root, int bytes)
        implements Line {}

    /** Its sender said that it is over. */
    record Ending(String principal, RunKey key) implements Line {}

    /**
     * The run was handed in.
     *
     * @param later of its requests that came too late for that, the last ones: another run
     */
    record Closed(String principal, RunKey key, int later) implements Line {}
  }

  /** The journal in {@code directory}, which is made. */
  OtlpJournal(Path directory) throws IOException {
    Files.createDirectories(directory);
    this.file = directory.resolve(FILE_NAME);
    this.channel = FileChannel.open(file, APPEND);
    forceDirectory();
    this.end = channel.size();
  }

  /** Gives the lines of an earlier process to {@code each}. */
  void read(Consumer<Line> each) throws IOException {
    int unreadable = 0;
    long whole = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      long at = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        at++;
        if (next != '\n') {
          if (text.size() <= IngestLimits.OTLP_LINE_BYTES_MAX) {
            text.write(next);
          }
          continue;
        }
        whole = at;
        @Nullable Line line = line(text.toByteArray());
        if (line == null) {
          unreadable += text.size() == 0 ? 0 : 1;
        } else {
          each.accept(line);
          lines++;
        }
        text.reset();
      }
    }
    end = whole;
    if (unreadable > 0) {
      LOG.atWarn()
          .addKeyValue("lines", unreadable)
          .log("lines of the journal of open runs cannot be read and are left out");
    }
  }

  /** Lines of the file. */
  long lines() {
    return lines;
  }

  /** Appends {@code added}; all of them are on the disk when this returns, or none counts. */
  void append(List<Line> added) throws IOException {
    if (channel.size() != end) {
      channel.truncate(end);
    }
    int written = write(channel, added);
    end += written;
    lines += added.size();
  }

  /** Replaces everything by {@code kept}; when that fails the journal is as it was. */
  void rewrite(List<Line> kept) throws IOException {
    Path fresh = file.resolveSibling(FILE_NAME + ".new");
    Files.deleteIfExists(fresh);
    FileChannel replacement = FileChannel.open(fresh, APPEND);
    int written;
    try {
      written = write(replacement, kept);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      replacement.close();
      throw e;
    }
    FileChannel replaced = channel;
    channel = replacement;
    end = written;
    lines = kept.size();
    forceDirectory();
    replaced.close();
  }

  private void forceDirectory() throws IOException {
    Path parent = file.getParent();
    if (parent != null) {
      try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  private static int write(FileChannel out, List<Line> added) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Line line : added) {
      text.writeBytes(Json.write(Written.of(line)));
      text.write('\n');
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.toByteArray());
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(false);
    return text.size();
  }

  /** A line as JSON has it: of a request with its digest, else of an end. */
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
      @Nullable Boolean protobuf,
      @Nullable Boolean rootEnded,
      @Nullable String traceparent,
      @Nullable Integer bytes,
      @Nullable Boolean ending,
      @Nullable Integer later) {

    static Written of(Line line) {
      return switch (line) {
        case Line.Taken(var principal, var key, var body, var root, var bytes) ->
            new Written(
                principal,
                key.workItem(),
                key.run(),
                key.fleet(),
                key.attempt(),
                key.groundTruth(),
                body.sha256(),
                body.signal().name(),
                body.fleetOtherwise(),
                body.protobuf(),
                root.ended(),
                root.traceparent(),
                bytes,
                null,
                null);
        case Line.Ending(var principal, var key) -> end(principal, key, true, null);
        case Line.Closed(var principal, var key, var later) -> end(principal, key, null, later);
      };
    }

    private static Written end(
        String principal, RunKey key, @Nullable Boolean ending, @Nullable Integer later) {
      return new Written(
          principal,
          key.workItem(),
          key.run(),
          key.fleet(),
          key.attempt(),
          key.groundTruth(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          ending,
          later);
    }
  }

  /** The line that {@code text} holds, or null when it is none. */
  private static @Nullable Line line(byte[] text) {
    return Json.tree(text) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
            && node.path("principal").isTextual()
            && node.path("workItem").isTextual()
        ? line(node)
        : null;
  }

  private static @Nullable Line line(JsonNode node) {
    String principal = node.path("principal").asText();
    JsonNode truth = node.path("groundTruth");
    RunKey key =
        new RunKey(
            node.path("workItem").asText(),
            node.path("run").asText(),
            node.path("fleet").asText(),
            node.path("attempt").asInt(),
            truth.isTextual() ? truth.asText() : null);
    if (node.path("ending").asBoolean()) {
      return new Line.Ending(principal, key);
    }
    if (!node.path("sha256").isTextual()) {
      return new Line.Closed(principal, key, node.path("later").asInt());
    }
    for (Signal signal : Signal.values()) {
      if (signal.name().equals(node.path("signal").asText())) {
        Body body =
            new Body(
                node.path("sha256").asText(),
                signal,
                node.path("protobuf").asBoolean(),
                node.path("fleetOtherwise").asText());
        OtlpRoot root =
            new OtlpRoot(node.path("rootEnded").asBoolean(), node.path("traceparent").textValue());
        return new Line.Taken(principal, key, body, root, node.path("bytes").asInt());
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
