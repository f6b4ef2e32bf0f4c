package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpSplit.Part;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.testkit.bomb.Bombs;
import dev.assay.testkit.bomb.SmallHeap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of OTLP that are small when they come: what is in memory of them at once is, too. */
class OtlpBombsTest implements Bombs {

  @Test
  void everyRequestIsReadOrRefusedIn64MegabytesOfHeap(@TempDir Path directory) throws Exception {
    SmallHeap.assertAllEndTyped(OtlpBombsTest.class, directory);
  }

  @Override
  public void list(Rows rows, Path directory) {
    String ids =
        message(1, "0123456789abcdef") + message(2, "01234567") + message(4, "89abcdef") + text();
    rows.row(
        "protobuf of spans with ids",
        "150000 records",
        () -> read(true, spans(message(2, ids).repeat(150_000))));
    rows.row(
        "protobuf of spans of nothing",
        "400000 records",
        () -> read(true, spans(message(2, "").repeat(400_000))));
    rows.row(
        "protobuf of one span with attributes",
        "INVALID_JSON",
        () -> read(true, spans(message(2, message(9, "").repeat(200_000)))));
    rows.row(
        "JSON of spans with ids",
        "100000 records",
        () ->
            read(
                false,
                "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":["
                    + "{\"traceId\":\"0123456789abcdef0123456789abcdef\"},".repeat(99_999)
                    + "{\"traceId\":\"0123456789abcdef0123456789abcdef\"}]}]}]}"));
    rows.row(
        "JSON of a resource of values",
        "INVALID_JSON",
        () -> read(false, "{\"resourceSpans\":[{\"a\":[" + "[],".repeat(300_000) + "[]]}]}"));
  }

  private static String text() {
    return message(5, "x");
  }

  private static String spans(String spans) {
    return message(1, message(1, message(1, attribute())) + message(2, spans));
  }

  private static String attribute() {
    return message(1, "assay.run") + message(2, message(1, "run"));
  }

  /** A field of protobuf with that content, in Latin-1. */
  private static String message(int field, String content) {
    StringBuilder out = new StringBuilder();
    out.append((char) (field << 3 | 2));
    int length = content.length();
    for (; length > 127; length >>= 7) {
      out.append((char) (length & 127 | 128));
    }
    return out.append((char) length).append(content).toString();
  }

  /** Reads a request as a call does. */
  private static String read(boolean protobuf, String latin) throws Exception {
    AtomicInteger records = new AtomicInteger();
    try {
      new OtlpDocuments()
          .inflated(
              "sender",
              Signal.TRACES,
              protobuf,
              gzip(latin),
              (_, pieces) -> {
                pieces.each(piece -> {
                  OtlpSplit split = OtlpSplit.of(Signal.TRACES, piece, "f");
                  for (Map.Entry<OtlpSplit.RunKey, Part> part : split.parts().entrySet()) {
                    records.addAndGet(part.getValue().records());
                    split.line(part.getKey(), "sha");
                  }
                });
                return "";
              },
              (_, _) -> "");
    } catch (ProblemException e) {
      return e.rejection().code().name();
    }
    return records + " records";
  }

  private static byte[] gzip(String latin) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(latin.getBytes(StandardCharsets.ISO_8859_1));
    }
    return out.toByteArray();
  }
}
