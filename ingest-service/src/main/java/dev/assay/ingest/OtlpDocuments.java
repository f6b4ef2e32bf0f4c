package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
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
import java.util.zip.GZIPInputStream;

/** Bodies of OTLP requests as trees. All that are read at once share one room. */
final class OtlpDocuments {

  static final String PROTOBUF = "application/x-protobuf";
  static final String JSON = "application/json";
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long PATIENCE_SECONDS = 10;

  /** Takes the decoded bytes and their tree and may fail. */
  @FunctionalInterface
  interface DecodedUse<T> {
    T of(byte[] bytes, JsonObject request) throws IOException, InterruptedException;
  }

  @FunctionalInterface
  private interface Work<T> {
    T done() throws IOException, InterruptedException;
  }

  /** How much gzip can make of a byte (RFC 1951). */
  private static final long GZIP_FACTOR_MAX = 1_032;

  private final Semaphore room = new Semaphore(IngestLimits.OTLP_MEMORY_MIB, true);

  /** Takes a tree and may fail. */
  @FunctionalInterface
  interface Use<T> {
    T of(JsonObject request) throws IOException, InterruptedException;
  }

  /** Gives {@code use} the bytes that {@code body} holds under {@code encoding}, and their tree. */
  <T> T decoded(Signal signal, boolean protobuf, byte[] body, String encoding, DecodedUse<T> use)
      throws IOException, InterruptedException {
    boolean gzip = encoding.equals("gzip");
    if (!gzip && !encoding.isEmpty()) {
      throw new ProblemException(
          ErrorCode.MALFORMED_REQUEST, "expected Content-Encoding gzip or none, found another one");
    }
    return within(
        gzip ? body.length * GZIP_FACTOR_MAX : body.length,
        () -> {
          byte[] bytes = gzip ? gunzipped(body) : body;
          return use.of(bytes, tree(signal, protobuf, bytes));
        });
  }

  private static byte[] gunzipped(byte[] body) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body), BUFFER_BYTES)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream(BUFFER_BYTES);
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (out.size() + count > IngestLimits.OTLP_BYTES_MAX) {
          throw new ProblemException(
              ErrorCode.PAYLOAD_TOO_LARGE,
              "expected at most "
                  + IngestLimits.OTLP_BYTES_MAX
                  + " bytes after decompression, found more; send smaller batches");
        }
        out.write(buffer, 0, count);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new ProblemException(
          ErrorCode.MALFORMED_REQUEST, "expected a whole gzip body, found other bytes");
    }
  }

  /** Gives {@code use} the request in {@code bytes}. */
  <T> T read(Signal signal, boolean protobuf, byte[] bytes, Use<T> use)
      throws IOException, InterruptedException {
    return within(bytes.length, () -> use.of(tree(signal, protobuf, bytes)));
  }

  /** Does {@code work} once there is room for a request of at most {@code bytesMax}. */
  private <T> T within(long bytesMax, Work<T> work) throws IOException, InterruptedException {
    int mebibytes = mebibytes(bytesMax);
    if (!room.tryAcquire(mebibytes, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new ProblemException(
          ErrorCode.OVERLOADED, "expected room for the request, found none; send it again");
    }
    try {
      return work.done();
    } finally {
      room.release(mebibytes);
    }
  }

  /** What a request of that many bytes takes while it is read, all of the room at most. */
  static int mebibytes(long bytes) {
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
    Json tree = JsonParser.parse(Utf8Text.decode(bytes), IngestLimits.OTLP_NODES_MAX);
    if (tree instanceof JsonObject request) {
      return request;
    }
    throw undecodable("one JSON object");
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
