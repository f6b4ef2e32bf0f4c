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

  /** Numbers, escapes and equal names are those of the sender, in one line. */
  @Test
  void aRecordIsInItsLineAsItWasReceived() throws Exception {
    String received =
        "{\"traceId\":\"aa\", \"a\":1.50,\"a\":\"\\u00e9\\/\\ud800\",\"b\":[-0,18446744073709551616]}";

    assertThat(lines(request(received))).containsExactly(line(received));
  }

  @Test
  void aRecordOfSeveralLinesOrWithANumberThatJsonHasNotIsWrittenAnew() throws Exception {
    assertThat(lines(request("{\"traceId\":\n\"aa\"},{\"traceId\":\"aa\",\r\"b\":1}")))
        .containsExactly(line("{\"traceId\":\"aa\"},{\"traceId\":\"aa\",\"b\":1}"));
    assertThat(lines(request("{\"traceId\":\"aa\",\"b\":[1e999]}")))
        .containsExactly(line("{\"traceId\":\"aa\",\"b\":[null]}"));
  }

  @Test
  void bytesThatAreNoTextMakeALineThatIs() throws Exception {
    byte[] request = request("{\"traceId\":\"aa\",\"b\":\"?\"}").getBytes(StandardCharsets.UTF_8);
    request[new String(request, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xff;

    assertThat(lines(request)).containsExactly(line("{\"traceId\":\"aa\",\"b\":\"\ufffd\"}"));
  }

  @Test
  void aRecordWithoutConversationIsOfTheOneThatItsTraceNamesElsewhere() throws Exception {
    String named =
        "{\"traceId\":\"aa\",\"attributes\":[{\"key\":\"session.id\",\"value\":{\"stringValue\":\"s\"}}]}";
    String nameless = "{\"traceId\":\"AA\"}";

    assertThat(lines(request(nameless + ',' + named)))
        .containsExactly(line(nameless + ',' + named));
  }

  /** Senders that have no trace write zeros; nobody's records may meet there. */
  @Test
  void aTraceIdThatIsNoneNamesNoRun() throws Exception {
    String session = "\"attributes\":[{\"key\":\"session.id\",\"value\":{\"stringValue\":\"s\"}}]";
    String zeros = "\"traceId\":\"" + "0".repeat(32) + '"';
    String named = '{' + zeros + ',' + session + '}';

    assertThat(lines(request('{' + zeros + "},{\"traceId\":\"zz\"}," + named)))
        .containsExactly(line(named));
  }

  /** The pieces of a large request together say what it says. */
  @Test
  void noRecordOfARequestOfManyPiecesIsLostOrOfAnotherRun() throws Exception {
    String nameless = "{\"traceId\":\"aa\"}";
    String others = ",{\"traceId\":\"bb\",\"n\":1}".repeat(20_000);
    String named =
        ",{\"traceId\":\"aa\",\"attributes\":[{\"key\":\"session.id\",\"value\":{\"stringValue\":\"s\"}}]}";

    List<String> lines = lines(request(nameless + others + named));

    assertThat(lines).hasSizeGreaterThan(3);
    assertThat(lines.getFirst()).isEqualTo(line(nameless));
    assertThat(lines.getLast()).isEqualTo(line(named.substring(1)));
    assertThat(String.join("", lines).split("\"bb\"", -1)).hasSize(20_001);
    assertThat(lines)
        .filteredOn(line -> line.contains("\"bb\""))
        .noneMatch(line -> line.contains("\"aa\""));
  }

  /** The first piece of all is when the conversations of the whole request are looked for. */
  @Test
  void aLargeRecordAtTheEndOfARequestCutsNoPieceBeforeIt() throws Exception {
    String small = "{\"traceId\":\"bb\",\"n\":1},".repeat(4_000);
    String large = "{\"traceId\":\"bb\",\"n\":[" + "1,".repeat(30_000) + "1]}";

    assertThat(lines(request(small + large))).hasSize(2);
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
    return lines(request.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> lines(byte[] request) throws IOException, InterruptedException {
    return new OtlpDocuments()
        .read(
            "sender",
            Signal.TRACES,
            false,
            request,
            (_, pieces) -> {
              List<String> lines = new ArrayList<>();
              pieces.each(piece -> lines.addAll(lines(OtlpSplit.of(Signal.TRACES, piece, "otel"))));
              return lines;
            });
  }

  private static List<String> lines(OtlpSplit split) {
    List<String> lines = new ArrayList<>();
    for (RunKey key : split.parts().keySet()) {
      lines.add(new String(split.line(key, SHA), StandardCharsets.UTF_8));
    }
    return lines;
  }
}
