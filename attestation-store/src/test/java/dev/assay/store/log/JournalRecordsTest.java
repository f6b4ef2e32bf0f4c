package dev.assay.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.store.index.LoggedRow;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the journal's files give back, whoever wrote them and whatever happened to them. */
class JournalRecordsTest {

  private static final String BESIDE =
      "{\"index\":0,\"id\":\"a\",\"beside\":{\"workItem\":\"w\",\"attempt\":1,"
          + "\"time\":\"2026-11-26T08:00:00Z\"},";

  /** {@link #row} 0 as versions before packing wrote its envelope, and as the first to pack did. */
  private static final List<String> EARLIER =
      List.of(
          "\"envelope\":{\"payload\":\"e30K\",\"payloadType\":\"t\","
              + "\"signatures\":[{\"keyid\":\"k\",\"sig\":\"AA==\"}]}}",
          "\"packed\":\"ASi1L/0gTt0AAHB0a0FBPT0ifV19Cnt9CgMQDZGokL5oH2a8gw==\"}");

  @Test
  void entriesComeBackInTheirOrderWithEveryByte() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(JournalRecords.packed(rows(0, 3)));
    file.writeBytes(JournalRecords.packed(rows(3, 4)));

    JournalRecords.Read read = JournalRecords.read(file.toByteArray(), 0);

    assertThat(read.end()).isEqualTo(file.size());
    assertThat(read.rows()).extracting(LoggedRow::index).containsExactly(0L, 1L, 2L, 3L);
    assertThat(read.rows().getLast().beside()).isEqualTo(row(3).beside());
    assertThat(json(read.rows())).isEqualTo(json(rows(0, 4)));
  }

  @Test
  void aFileThatEndsAnywhereGivesTheWritesBeforeThat() {
    byte[] first = JournalRecords.packed(rows(0, 2));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(first);
    file.writeBytes(JournalRecords.packed(rows(2, 4)));

    for (int length = first.length; length < file.size(); length++) {
      JournalRecords.Read read = JournalRecords.read(Arrays.copyOf(file.toByteArray(), length), 0);

      assertThat(read.rows()).as("%d bytes", length).hasSize(2);
      assertThat(read.end()).isEqualTo(first.length);
    }
  }

  @Test
  void aByteThatChangedNeverGivesAnotherEntry() {
    byte[] sound = JournalRecords.packed(rows(0, 2));

    for (int at = 0; at < sound.length; at++) {
      byte[] changed = sound.clone();
      changed[at] ^= 1;

      assertThat(json(JournalRecords.read(changed, 0).rows()))
          .as("byte %d", at)
          .isIn(List.of(), json(rows(0, 2)));
    }
  }

  @Test
  void entriesOfMoreThanOnePackComeBack() {
    byte[] payload = new byte[LogLimits.ENTRY_BYTES_MAX];
    Arrays.fill(payload, (byte) 'x');
    List<LoggedRow> rows = IntStream.range(0, 40).mapToObj(i -> row(i, payload)).toList();

    byte[] file = JournalRecords.packed(rows);

    assertThat(json(JournalRecords.read(file, 0).rows())).isEqualTo(json(rows));
  }

  @Test
  void linesOfEarlierVersionsAreReadAndGoneOnWith() {
    for (String envelope : EARLIER) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(line(BESIDE + envelope));
      file.writeBytes(JournalRecords.packed(rows(1, 3)));

      JournalRecords.Read read = JournalRecords.read(file.toByteArray(), 0);

      assertThat(read.rows()).as(envelope).hasSize(3);
      assertThat(read.rows().getFirst().envelope()).isNotNull();
      assertThat(read.end()).isEqualTo(file.size());
    }
  }

  @Test
  void entriesOfAnotherPositionAreNotTaken() {
    assertThat(JournalRecords.read(JournalRecords.packed(rows(1, 3)), 0).rows()).isEmpty();
    assertThat(JournalRecords.read(line(BESIDE + EARLIER.getFirst()), 1).rows()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"packed\":1}",
        "\"packed\":null}",
        "\"packed\":\"\"}",
        "\"packed\":\"?\"}",
        "\"packed\":\"ASi1L/0=\"}",
        "\"packed\":{}}",
        "\"envelope\":1}",
        "\"none\":1}"
      })
  void whatIsNoEnvelopeIsADamagedLine(String envelope) {
    assertThat(JournalRecords.read(line(BESIDE + envelope), 0).rows()).isEmpty();
  }

  private static List<LoggedRow> rows(int from, int to) {
    return IntStream.range(from, to).mapToObj(JournalRecordsTest::row).toList();
  }

  private static LoggedRow row(int index) {
    return row(index, new byte[] {'{', '}', '\n', (byte) 0xff, (byte) index});
  }

  private static LoggedRow row(int index, byte[] payload) {
    return new LoggedRow(
        index,
        "id-" + index,
        new LoggedRow.UnsignedFields("w-" + index, 1, "agent", null, "2026-11-26T08:00:00Z"),
        Envelope.of("t", payload, List.of(new EnvelopeSignature("k", new byte[] {(byte) index}))));
  }

  private static List<String> json(List<LoggedRow> rows) {
    return rows.stream().map(row -> row.index() + row.id() + row.beside() + envelope(row)).toList();
  }

  private static String envelope(LoggedRow row) {
    Envelope envelope = row.envelope();
    return envelope == null ? "none" : new String(envelope.json(), StandardCharsets.UTF_8);
  }

  private static byte[] line(String json) {
    CRC32C sum = new CRC32C();
    sum.update(json.getBytes(StandardCharsets.UTF_8));
    return (HexFormat.of().toHexDigits((int) sum.getValue()) + " " + json + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
