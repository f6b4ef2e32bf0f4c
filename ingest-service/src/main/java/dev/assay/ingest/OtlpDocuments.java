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

/** Bodies of OTLP requests as trees. What takes much memory is read one at a time. */
final class OtlpDocuments {

  static final String PROTOBUF = "application/x-protobuf";
  static final String JSON = "application/json";
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long PATIENCE_SECONDS = 10;

  private final Semaphore large = new Semaphore(1, true);

  /** Takes a tree and may fail. */
  @FunctionalInterface
  interface Use<T> {
    T of(JsonObject request) throws IOException, InterruptedException;
  }

  /** The bytes that {@code body} holds under {@code encoding}, a Content-Encoding. */
  static byte[] decoded(byte[] body, String encoding) throws IOException {
    return switch (encoding) {
      case "" -> body;
      case "gzip" -> gunzipped(body);
      default ->
          throw new ProblemException(
              ErrorCode.MALFORMED_REQUEST,
              "expected Content-Encoding gzip or none, found another one");
    };
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
    boolean isLarge = bytes.length > IngestLimits.OTLP_LARGE_BYTES;
    if (isLarge && !large.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new ProblemException(
          ErrorCode.NOT_PROGRESSING,
          "expected room for a large request, found none; send it again");
    }
    try {
      return use.of(tree(signal, protobuf, bytes));
    } finally {
      if (isLarge) {
        large.release();
      }
    }
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
