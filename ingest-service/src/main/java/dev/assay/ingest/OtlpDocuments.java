package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.GzipInput;
import dev.assay.toolcalls.OtlpProtobuf;
import dev.assay.toolcalls.json.JsonOutline;
import dev.assay.toolcalls.json.Outline;
import dev.assay.toolcalls.json.Utf8Text;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bodies of OTLP requests, to be read piece by piece. A room for bytes bounds what has come and is
 * not answered: a place is taken for what came and not for what was announced or may come out of
 * gzip. Few are unpacked and read at once, so that little else is in memory, and processors are
 * left to other calls.
 */
final class OtlpDocuments {

  static final String PROTOBUF = "application/x-protobuf";
  static final String JSON = "application/json";

  /** Reads a request and may fail. */
  @FunctionalInterface
  interface Reading<T> {
    T of(byte[] bytes, OtlpPieces request) throws IOException, InterruptedException;
  }

  /** Keeps a request that was read and may fail. */
  @FunctionalInterface
  interface Keeping<T, R> {
    R of(byte[] bytes, T read) throws IOException, InterruptedException;
  }

  private final OtlpRoom received;
  private final OtlpReaders readers = new OtlpReaders(IngestLimits.OTLP_READERS);

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

  /**
   * Gives {@code reading} the bytes of the request's body without its encoding, and what they hold,
   * then {@code keeping} the same bytes and what was read of them. Only the first keeps others from
   * reading.
   */
  <T, R> R decoded(
      Signal signal, boolean protobuf, Request request, Reading<T> reading, Keeping<T, R> keeping)
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
          ? keeping.of(bytes, read(principal, signal, protobuf, bytes, reading))
          : inflated(principal, signal, protobuf, bytes, reading, keeping);
    }
  }

  /** Gives {@code reading} and {@code keeping} what the gzip body {@code zipped} holds. */
  <T, R> R inflated(
      String principal,
      Signal signal,
      boolean protobuf,
      byte[] zipped,
      Reading<T> reading,
      Keeping<T, R> keeping)
      throws IOException, InterruptedException {
    try (Room body = new Room(principal)) {
      byte[] bytes;
      T read;
      try (OtlpReaders.Turn _ = readers.turn(principal)) {
        bytes = body.unzipped(zipped);
        read = reading.of(bytes, pieces(signal, protobuf, bytes));
      }
      return keeping.of(bytes, read);
    }
  }

  /**
   * Gives {@code reading} the request of {@code principal} in {@code bytes} when it is its turn.
   */
  <T> T read(String principal, Signal signal, boolean protobuf, byte[] bytes, Reading<T> reading)
      throws IOException, InterruptedException {
    try (OtlpReaders.Turn _ = readers.turn(principal)) {
      return reading.of(bytes, pieces(signal, protobuf, bytes));
    }
  }

  /** What one body takes of the room for bytes. */
  private final class Room implements AutoCloseable {

    private final String principal;
    private int steps;

    Room(String principal) {
      this.principal = principal;
    }

    /** What the gzip body {@code zipped} holds. */
    byte[] unzipped(byte[] zipped) {
      try (InputStream in =
          new GzipInput(new ByteArrayInputStream(zipped), IngestLimits.OTLP_STEP_BYTES)) {
        return read(in);
      } catch (IOException e) {
        throw new ProblemException(
            ErrorCode.MALFORMED_REQUEST, "expected a whole gzip body, found other bytes");
      }
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
          OtlpPieces.letOthersRun();
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

  private static OtlpPieces pieces(Signal signal, boolean protobuf, byte[] bytes) {
    Outline.Source source;
    try {
      source =
          protobuf
              ? OtlpProtobuf.read(signal.word(), bytes, IngestLimits.OTLP_NODES_MAX)
              : JsonOutline.read(
                  Utf8Text.decode(bytes), signal.path(), IngestLimits.OTLP_NODES_MAX);
    } catch (IOException e) {
      throw undecodable(protobuf ? "protobuf of the signal" : "one JSON object");
    }
    return new OtlpPieces(signal, source);
  }

  static ProblemException overloaded() {
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

  static ProblemException undecodable(String expected) {
    return new ProblemException(
        ErrorCode.INVALID_JSON,
        "expected "
            + expected
            + " with at most "
            + IngestLimits.OTLP_NODES_MAX
            + " values, "
            + ToolCallLimits.OUTLINE_RECORD_NODES_MAX
            + " in a record and "
            + ToolCallLimits.OUTLINE_HEAD_NODES_MAX
            + " in resources and scopes, found other bytes or more; check the exporter, send smaller batches");
  }
}
