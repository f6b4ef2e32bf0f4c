package dev.assay.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.schemas.Digests;
import dev.assay.store.index.LoggedRow;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
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

  /** Rows 1 and 2 as the last of them wrote them together, with ids of their own. */
  private static final String EARLIER_WRITE =
      "AgAAAJkBKLUv/WCqAHUEAMQEOTk4NTM1ZWQgeyJpbmRleGlkZW52ZWxvODAsImJlc2lkdyI6MTEtMjZUMDg6MDA6"
          + "MDBaIn10a0FRPT19Cv8BMjQ0NmZmMmIyMjJnAhUAwBAP0gsKAyiwBqYkUTFZpFqcgKw2u1g0wG+WdsXhvVmikAgg"
          + "G0jA1L0aPBaUUL0zIaoVCz0Nj88SSMmrLgE=";

  private static final JournalRecords.Statements NONE = _ -> Optional.empty();

  /** A log of {@link #rows}. */
  private static final JournalRecords.Statements LOGGED = at -> Optional.of(statement((int) at));

  @Test
  void entriesComeBackInTheirOrderWithEveryByte() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(JournalRecords.whole(rows(0, 3)));
    file.writeBytes(JournalRecords.whole(rows(3, 4)));

    JournalRecords.Read read = JournalRecords.read(file.toByteArray(), 0, NONE);

    assertThat(read.end()).isEqualTo(file.size());
    assertThat(read.rows()).extracting(LoggedRow::index).containsExactly(0L, 1L, 2L, 3L);
    assertThat(read.rows().getLast().beside()).isEqualTo(row(3).beside());
    assertThat(json(read.rows())).isEqualTo(json(rows(0, 4)));
  }

  @Test
  void aFileThatEndsAnywhereGivesTheWritesBeforeThat() throws Exception {
    byte[] first = JournalRecords.whole(rows(0, 2));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(first);
    file.writeBytes(JournalRecords.whole(rows(2, 4)));

    for (int length = first.length; length < file.size(); length++) {
      JournalRecords.Read read =
          JournalRecords.read(Arrays.copyOf(file.toByteArray(), length), 0, NONE);

      assertThat(read.rows()).as("%d bytes", length).hasSize(2);
      assertThat(read.end()).isEqualTo(first.length);
    }
  }

  @Test
  void aByteThatChangedNeverGivesAnotherEntry() throws Exception {
    byte[] sound = JournalRecords.whole(rows(0, 2));

    for (int at = 0; at < sound.length; at++) {
      byte[] changed = sound.clone();
      changed[at] ^= 1;

      assertThat(json(JournalRecords.read(changed, 0, NONE).rows()))
          .as("byte %d", at)
          .isIn(List.of(), json(rows(0, 2)));
    }
  }

  @Test
  void entriesOfMoreThanOnePackComeBack() throws Exception {
    byte[] payload = new byte[LogLimits.ENTRY_BYTES_MAX];
    Arrays.fill(payload, (byte) 'x');
    List<LoggedRow> rows = IntStream.range(0, 40).mapToObj(i -> row(i, payload)).toList();

    byte[] file = JournalRecords.whole(rows);

    assertThat(json(JournalRecords.read(file, 0, NONE).rows())).isEqualTo(json(rows));
  }

  @Test
  void linesOfEarlierVersionsAreReadAndGoneOnWith() throws Exception {
    for (String envelope : EARLIER) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(line(BESIDE + envelope));
      file.writeBytes(JournalRecords.whole(rows(1, 3)));

      JournalRecords.Read read = JournalRecords.read(file.toByteArray(), 0, NONE);

      assertThat(read.rows()).as(envelope).hasSize(3);
      assertThat(read.rows().getFirst().envelope()).isNotNull();
      assertThat(read.end()).isEqualTo(file.size());
    }
  }

  @Test
  void aWriteOfAnEarlierVersionIsReadAndGoneOnWithAndNotSealed() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(Base64.getDecoder().decode(EARLIER_WRITE));
    file.writeBytes(JournalRecords.whole(rows(3, 5)));

    JournalRecords.Read read = JournalRecords.read(file.toByteArray(), 1, NONE);

    assertThat(read.end()).isEqualTo(file.size());
    assertThat(read.rows()).extracting(LoggedRow::id).startsWith("id-1", "id-2").hasSize(4);
    assertThat(read.rows().stream().map(JournalRecordsTest::envelope))
        .isEqualTo(rows(1, 5).stream().map(JournalRecordsTest::envelope).toList());
    assertThat(JournalRecords.sealed(file.toByteArray(), 1, 4, LOGGED)).isEmpty();
  }

  @Test
  void whatIsSealedIsShorterAndComesBackFromTheLogWithEveryByte() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(JournalRecords.whole(rows(0, 3)));
    file.writeBytes(JournalRecords.whole(rows(3, 4)));

    byte[] sealed = JournalRecords.sealed(file.toByteArray(), 0, 4, LOGGED).orElseThrow();

    assertThat(sealed).hasSizeLessThan(file.size());
    JournalRecords.Read read = JournalRecords.read(sealed, 0, LOGGED);
    assertThat(read.end()).isEqualTo(sealed.length);
    assertThat(json(read.rows())).isEqualTo(json(rows(0, 4)));
  }

  @Test
  void entriesAreNotSealedWithoutEachOfThemInTheLog() throws Exception {
    byte[] file = JournalRecords.whole(rows(0, 4));

    assertThat(JournalRecords.sealed(file, 0, 4, NONE)).isEmpty();
    assertThat(JournalRecords.sealed(file, 0, 4, LOGGED)).isPresent();
    assertThat(JournalRecords.sealed(file, 0, 4, at -> LOGGED.at(at == 3 ? 2 : at))).isEmpty();
    assertThat(JournalRecords.sealed(file, 0, 5, LOGGED)).as("one is missing").isEmpty();
    assertThat(JournalRecords.sealed(file, 1, 4, LOGGED)).as("of another position").isEmpty();
  }

  @Test
  void whatIsSealedGivesNoOtherStatementThanItsOwn() throws Exception {
    byte[] sealed =
        JournalRecords.sealed(JournalRecords.whole(rows(0, 4)), 0, 4, LOGGED).orElseThrow();

    assertThat(JournalRecords.read(sealed, 0, NONE).rows()).isEmpty();
    assertThat(JournalRecords.read(sealed, 0, at -> LOGGED.at(at + 1)).rows()).isEmpty();
    assertThat(JournalRecords.read(sealed, 1, LOGGED).rows()).isEmpty();
    for (int at = 0; at < sealed.length; at++) {
      byte[] changed = sealed.clone();
      changed[at] ^= 1;

      assertThat(json(JournalRecords.read(changed, 0, LOGGED).rows()))
          .as("byte %d", at)
          .isIn(List.of(), json(rows(0, 4)));
    }
  }

  @Test
  void entriesOfAnotherPositionAreNotTaken() throws Exception {
    assertThat(JournalRecords.read(JournalRecords.whole(rows(1, 3)), 0, NONE).rows()).isEmpty();
    assertThat(JournalRecords.read(line(BESIDE + EARLIER.getFirst()), 1, NONE).rows()).isEmpty();
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
  void whatIsNoEnvelopeIsADamagedLine(String envelope) throws Exception {
    assertThat(JournalRecords.read(line(BESIDE + envelope), 0, NONE).rows()).isEmpty();
  }

  private static List<LoggedRow> rows(int from, int to) {
    return IntStream.range(from, to).mapToObj(JournalRecordsTest::row).toList();
  }

  private static LoggedRow row(int index) {
    return row(index, statement(index));
  }

  private static byte[] statement(int index) {
    return new byte[] {'{', '}', '\n', (byte) 0xff, (byte) index};
  }

  static LoggedRow row(int index, byte[] payload) {
    return new LoggedRow(
        index,
        Digests.sha256Hex(payload),
        new LoggedRow.UnsignedFields("w-" + index, 1, "agent", null, "2026-11-26T08:00:00Z"),
        Envelope.of("t", payload, List.of(new EnvelopeSignature("k", new byte[] {(byte) index}))));
  }

  /** All that {@code rows} have, as text. */
  static List<String> json(List<LoggedRow> rows) {
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
