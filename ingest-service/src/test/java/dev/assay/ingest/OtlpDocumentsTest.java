package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class OtlpDocumentsTest {

  private static final int STEP = IngestLimits.OTLP_STEP_BYTES;

  @Test
  void gzipBodiesTakeRoomForWhatIsInThemAndAreKeptSideBySide() throws Exception {
    OtlpDocuments documents = new OtlpDocuments();
    byte[] zipped = gzip(" ".repeat(100_000) + "{}");
    int depth = nested(documents, zipped, 20);

    assertThat(depth).isEqualTo(20);
  }

  @Test
  void aBodyThatFindsNoRoomWhileItComesIsRefusedAtOnceAndLeavesItsRoom() throws Exception {
    OtlpDocuments documents = new OtlpDocuments(2 * STEP);
    byte[] large = gzip(" ".repeat(3 * STEP) + "{}");

    assertThatThrownBy(() -> nested(documents, large, 1))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.OVERLOADED));
    assertThat(nested(documents, gzip("{}"), 2)).isEqualTo(2);
  }

  @Test
  void aBodyOfGzipMembersThatHoldNothingIsRefused() throws Exception {
    byte[] empty = gzip("");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < 50_000; i++) {
      body.writeBytes(empty);
    }

    assertThatThrownBy(() -> nested(new OtlpDocuments(), body.toByteArray(), 1))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
  }

  private static int nested(OtlpDocuments documents, byte[] zipped, int depth)
      throws IOException, InterruptedException {
    return depth == 0
        ? 0
        : 1
            + documents.inflated(
                "sender",
                Signal.TRACES,
                false,
                zipped,
                (_, pieces) -> pieces,
                (_, _) -> nested(documents, zipped, depth - 1));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }
}
