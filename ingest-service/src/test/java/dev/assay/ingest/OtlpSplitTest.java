package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtlpSplitTest {

  private static final String SHA = "ab".repeat(32);

  @Test
  void recordsOfOneScopeAreKeptApartAndWrittenOnce() throws Exception {
    String first = "{\"traceId\":\"aa\",\"name\":\"x\"}";
    String second = "{\"traceId\":\"bb\",\"name\":\"y\"}";

    assertThat(lines(request(first + ',' + second))).containsExactly(line(first), line(second));
  }

  private static String request(String records) {
    return "{\"resourceSpans\":[{\"resource\":{},\"scopeSpans\":[{\"scope\":{\"name\":\"s\"},"
        + "\"spans\":["
        + records
        + "]}]}]}";
  }

  private static String line(String records) {
    String request = request(records);
    return request.substring(0, request.length() - 1) + ",\"receivedSha256\":\"" + SHA + "\"}\n";
  }

  private static List<String> lines(String request) throws IOException, InterruptedException {
    return new OtlpDocuments()
        .read(
            Signal.TRACES,
            false,
            request.getBytes(StandardCharsets.UTF_8),
            tree -> lines(OtlpSplit.of(Signal.TRACES, tree, "otel")));
  }

  private static List<String> lines(OtlpSplit split) {
    List<String> lines = new ArrayList<>();
    for (RunKey key : split.parts().keySet()) {
      lines.add(new String(split.line(key, SHA), StandardCharsets.UTF_8));
    }
    return lines;
  }
}
