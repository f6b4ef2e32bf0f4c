package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** A run's {@code events.jsonl}: one compact JSON object per line, only ever appended to. */
final class EventLog {

  private final RunLocation run;

  EventLog(RunLocation run) {
    this.run = run;
  }

  /** Appends one event in one write; a line that a killed writer left unfinished is ended first. */
  void append(Instant time, String event, ObjectNode data) throws IOException {
    ObjectNode envelope =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema_version", "1.0")
            .put("timestamp", Timestamps.seconds(time))
            .put("repo_id", run.repoId())
            .put("run_id", run.runId())
            .put("event", event);
    envelope.set("data", data);
    Files.createDirectories(run.directory());
    try (FileChannel last =
            FileChannel.open(
                run.events(),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileChannel channel =
            FileChannel.open(run.events(), StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      byte[] line = JsonFiles.line(envelope);
      boolean unfinished = endsUnfinished(last);
      ByteBuffer bytes = ByteBuffer.allocate(line.length + 1);
      if (unfinished) {
        bytes.put((byte) '\n');
      }
      bytes.put(line).flip();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static boolean endsUnfinished(FileChannel file) throws IOException {
    long size = file.size();
    if (size == 0) {
      return false;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    return file.read(last, size - 1) == 1 && last.get(0) != '\n';
  }
}
