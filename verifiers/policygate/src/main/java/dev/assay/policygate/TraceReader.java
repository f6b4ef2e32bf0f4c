package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.LongSupplier;

/** Reads a tool trace line by line: one JSON value per line, blank lines between them. */
final class TraceReader {

  /** Takes what one line holds. */
  @FunctionalInterface
  interface Sink {
    void calls(List<ToolCall> calls, Place place);
  }

  private static final int BUFFER_BYTES = 64 * 1024;

  private final String artifact;
  private final GateEvidence evidence;
  private final Sink sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean lineTooLong;
  private long lineStart;
  private long offset;
  private long calls;

  TraceReader(String artifact, GateEvidence evidence, Sink sink) {
    this.artifact = artifact;
    this.evidence = evidence;
    this.sink = sink;
  }

  void read(InputStream in, LongSupplier nanosLeft) throws IOException, InterruptedException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      Deadline.check(nanosLeft);
      int from = 0;
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          append(buffer, from, i - from);
          offset += i + 1 - from;
          from = i + 1;
          endLine();
        }
      }
      append(buffer, from, count - from);
      offset += count - from;
    }
    endLine();
    evidence.calls(calls);
    if (calls == 0) {
      evidence.inconclusive(InconclusiveReason.TRACE_MALFORMED);
    }
  }

  private void append(byte[] buffer, int from, int length) {
    if (line.size() + length > PolicyGateLimits.LINE_BYTES_MAX) {
      lineTooLong = true;
    } else {
      line.write(buffer, from, length);
    }
  }

  private void endLine() {
    byte[] bytes = line.toByteArray();
    Place place = Place.in(artifact, lineStart, offset - lineStart);
    boolean skipped = lineTooLong || calls > PolicyGateLimits.CALLS_MAX;
    line.reset();
    lineTooLong = false;
    lineStart = offset;
    if (skipped) {
      evidence.inconclusive(InconclusiveReason.TOO_MANY);
    } else if (!isBlank(bytes)) {
      value(bytes, place);
    }
  }

  private void value(byte[] bytes, Place place) {
    switch (Json.tree(bytes)) {
      case Parsed.Rejected<JsonNode> _ -> evidence.inconclusive(InconclusiveReason.TRACE_MALFORMED);
      case Parsed.Accepted<JsonNode>(JsonNode tree) -> {
        try {
          List<ToolCall> found = ToolCall.in(tree);
          calls += found.size();
          sink.calls(found, place);
        } catch (ToolCall.TooManyException e) {
          evidence.inconclusive(InconclusiveReason.TOO_MANY);
        }
      }
    }
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
