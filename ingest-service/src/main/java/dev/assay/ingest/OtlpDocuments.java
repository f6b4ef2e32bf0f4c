package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.GzipInput;
import dev.assay.toolcalls.OtlpProtobuf;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Utf8Text;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bodies of OTLP requests as trees. Two rooms bound their memory: one for bytes, in which a place
 * is taken for what has come and not for what was announced or may come out of gzip; one for trees.
 */
final class OtlpDocuments {

  static final String PROTOBUF = "application/x-protobuf";
  static final String JSON = "application/json";
  private static final long PATIENCE_SECONDS = 10;

  /** Brackets around what is in a record: of the request, its resources, scopes and records. */
  private static final int RECORD_DEPTH = 7;

  /** Takes the decoded bytes and their tree and may fail. */
  @FunctionalInterface
  interface DecodedUse<T> {
    T of(byte[] bytes, JsonObject request) throws IOException, InterruptedException;
  }

  /** Takes a tree and may fail. */
  @FunctionalInterface
  interface Use<T> {
    T of(JsonObject request) throws IOException, InterruptedException;
  }

  private static final String OURSELVES = "";

  private final OtlpRoom received;
  private final Semaphore room = new Semaphore(IngestLimits.OTLP_MEMORY_MIB, true);

  OtlpDocuments() {
    this(IngestLimits.OTLP_RECEIVED_BYTES_MAX);
  }

  /**
   * Documents with another room.
   *
   * @param receivedBytesMax bytes of all bodies together that have come and are not answered
   */
  OtlpDocuments(int receivedBytesMax) {
    this.received = new OtlpRoom(receivedBytesMax / IngestLimits.OTLP_STEP_BYTES);
  }

  /** Gives {@code use} the bytes of the request's body without its encoding, and their tree. */
  <T> T decoded(Signal signal, boolean protobuf, Request request, DecodedUse<T> use)
      throws IOException, InterruptedException {
    String encoding = request.contentEncoding();
    if (!encoding.equals("gzip") && !encoding.isEmpty()) {
      throw new ProblemException(
          ErrorCode.MALFORMED_REQUEST, "expected Content-Encoding gzip or none, found another one");
    }
    long announced = request.contentLength().orElse(-1);
    if (announced > IngestLimits.OTLP_BYTES_MAX) {
      throw tooLarge();
    }
    String principal = request.principal().id();
    try (Room body = new Room(principal)) {
      byte[] bytes = body.read(request.stream());
      if (announced >= 0 && bytes.length != announced) {
        throw new ProblemException(
            ErrorCode.MALFORMED_REQUEST,
            "expected a body of " + announced + " bytes, found " + bytes.length);
      }
      return encoding.isEmpty()
          ? read(signal, protobuf, bytes, tree -> use.of(bytes, tree))
          : inflated(principal, signal, protobuf, bytes, use);
    }
  }

  /** Gives {@code use} what the gzip body {@code zipped} holds. */
  <T> T inflated(Signal signal, boolean protobuf, byte[] zipped, DecodedUse<T> use)
      throws IOException, InterruptedException {
    return inflated(OURSELVES, signal, protobuf, zipped, use);
  }

  private <T> T inflated(
      String principal, Signal signal, boolean protobuf, byte[] zipped, DecodedUse<T> use)
      throws IOException, InterruptedException {
    try (Room body = new Room(principal)) {
      byte[] bytes;
      try (InputStream in =
          new GzipInput(new ByteArrayInputStream(zipped), IngestLimits.OTLP_STEP_BYTES)) {
        bytes = body.read(in);
      } catch (IOException e) {
        throw new ProblemException(
            ErrorCode.MALFORMED_REQUEST, "expected a whole gzip body, found other bytes");
      }
      return read(signal, protobuf, bytes, tree -> use.of(bytes, tree));
    }
  }

  /** What one body takes of the room for bytes. */
  private final class Room implements AutoCloseable {

    private final String principal;
    private int steps;

    Room(String principal) {
      this.principal = principal;
    }

    /** All of {@code in}, for which room is taken as it comes. */
    byte[] read(InputStream in) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream(4 * 1024);
      byte[] buffer = new byte[16 * 1024];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (out.size() + count > IngestLimits.OTLP_BYTES_MAX) {
          throw tooLarge();
        }
        while ((long) steps * IngestLimits.OTLP_STEP_BYTES < out.size() + count) {
          if (!received.take(principal)) {
            throw overloaded();
          }
          steps++;
        }
        out.write(buffer, 0, count);
      }
      return out.toByteArray();
    }

    @Override
    public void close() {
      received.giveBack(principal, steps);
    }
  }

  /** Gives {@code use} the request in {@code bytes} once there is room for its tree. */
  <T> T read(Signal signal, boolean protobuf, byte[] bytes, Use<T> use)
      throws IOException, InterruptedException {
    int mebibytes = mebibytes(bytes.length);
    if (!room.tryAcquire(mebibytes, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw overloaded();
    }
    try {
      return use.of(tree(signal, protobuf, bytes));
    } finally {
      room.release(mebibytes);
    }
  }

  /** What a request of that many bytes takes while it is read, all of the room at most. */
  private static int mebibytes(long bytes) {
    long needed = 1 + (bytes * IngestLimits.OTLP_MEMORY_FACTOR >> 20);
    return (int) Math.min(IngestLimits.OTLP_MEMORY_MIB, needed);
  }

  private static JsonObject tree(Signal signal, boolean protobuf, byte[] bytes) {
    if (protobuf) {
      try {
        return OtlpProtobuf.read(signal.word(), bytes, IngestLimits.OTLP_NODES_MAX);
      } catch (IOException e) {
        throw undecodable("protobuf of the signal");
      }
    }
    Json tree =
        JsonParser.parseQuoting(Utf8Text.decode(bytes), IngestLimits.OTLP_NODES_MAX, RECORD_DEPTH);
    if (tree instanceof JsonObject request) {
      return request;
    }
    throw undecodable("one JSON object");
  }

  private static ProblemException overloaded() {
    return new ProblemException(
        ErrorCode.OVERLOADED, "expected room for the request, found none; send it again");
  }

  private static ProblemException tooLarge() {
    return new ProblemException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "expected at most "
            + IngestLimits.OTLP_BYTES_MAX
            + " bytes, before and after decompression, found more; send smaller batches");
  }

  private static ProblemException undecodable(String expected) {
    return new ProblemException(
        ErrorCode.INVALID_JSON,
        "expected "
            + expected
            + " with at most "
            + IngestLimits.OTLP_NODES_MAX
            + " values, found other bytes or more; check the exporter, send smaller batches");
  }
}
