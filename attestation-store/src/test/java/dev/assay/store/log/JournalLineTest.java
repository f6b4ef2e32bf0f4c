package dev.assay.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** A line of the journal that somebody wrote who can count its sum. */
class JournalLineTest {

  private static final String BESIDE =
      "{\"index\":0,\"id\":\"a\",\"beside\":{\"workItem\":\"w\",\"attempt\":1,"
          + "\"time\":\"2026-11-26T08:00:00Z\"},";

  @Test
  void whatIsNoEnvelopeIsADamagedLine() {
    for (String envelope :
        new String[] {
          "\"packed\":1}",
          "\"packed\":null}",
          "\"packed\":\"\"}",
          "\"packed\":\"?\"}",
          "\"packed\":\"ASi1L/0=\"}",
          "\"packed\":{}}",
          "\"envelope\":1}",
          "\"none\":1}"
        }) {
      assertThat(JournalLine.read(line(BESIDE + envelope))).as(envelope).isEmpty();
    }
  }

  private static byte[] line(String json) {
    CRC32C sum = new CRC32C();
    sum.update(json.getBytes(StandardCharsets.UTF_8));
    return (HexFormat.of().toHexDigits((int) sum.getValue()) + " " + json)
        .getBytes(StandardCharsets.UTF_8);
  }
}
