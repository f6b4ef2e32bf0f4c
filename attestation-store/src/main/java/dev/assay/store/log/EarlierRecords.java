package dev.assay.store.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.DocumentCodec;
import dev.assay.store.index.LoggedRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Entries of the journal as earlier versions wrote them. The last of these packed those of one
 * write together behind {@link #PACKED} and the length of what is packed in four bytes, big-endian:
 * each is the CRC-32C of what follows in eight hexadecimal digits, a space, a line of JSON with its
 * position, its id, what is beside the statement and how many bytes the envelope has, and the
 * envelope ({@link DocumentCodec#ofUnpacked}). Those before wrote lines, each with the sum and a
 * JSON object that holds the envelope.
 */
final class EarlierRecords {

  /** The first byte of a write; no line begins with it. */
  private static final byte PACKED = 2;

  private static final int PACKED_AT = 1 + Integer.BYTES;
  private static final int SUM_CHARS = 8;

  /** Where what is summed begins. */
  private static final int SUMMED_AT = SUM_CHARS + 1;

  private EarlierRecords() {}

  /** The entries of the write at {@code at}, or of the line; empty when it is damaged. */
  static Optional<JournalRecords.Read> next(byte[] file, int at, long index) {
    if (file[at] == PACKED) {
      return written(file, at)
          .flatMap(write -> records(write, index))
          .map(rows -> new JournalRecords.Read(rows, end(file, at)));
    }
    int end = lineFeed(file, at);
    return end == file.length
        ? Optional.empty()
        : line(Arrays.copyOfRange(file, at, end))
            .filter(row -> row.index() == index)
            .map(row -> new JournalRecords.Read(List.of(row), end + 1));
  }

  /** Where the write at {@code at} ends; before that when it says what cannot be. */
  private static int end(byte[] file, int at) {
    return at + PACKED_AT + ByteBuffer.wrap(file).getInt(at + 1);
  }

  /** What was packed for the write at {@code at}; empty when it is not whole. */
  private static Optional<byte[]> written(byte[] file, int at) {
    int from = at + PACKED_AT;
    if (from > file.length || end(file, at) < from || end(file, at) > file.length) {
      return Optional.empty();
    }
    return DocumentCodec.unpacked(
        Arrays.copyOfRange(file, from, end(file, at)), LogLimits.JOURNAL_WRITE_BYTES_MAX);
  }

  /** All entries of a write; empty when one of them is damaged. */
  private static Optional<List<LoggedRow>> records(byte[] write, long index) {
    List<LoggedRow> rows = new ArrayList<>();
    int at = 0;
    while (at < write.length) {
      int headEnd = lineFeed(write, at);
      JsonNode head = tree(write, at + SUMMED_AT, headEnd);
      int bytes = head.path("envelope").asInt(-1);
      int end = headEnd + 1 + bytes;
      if (bytes < 0 || end > write.length || end < 0 || !isSummed(write, at, end)) {
        return Optional.empty();
      }
      byte[] envelope = Arrays.copyOfRange(write, headEnd + 1, end);
      Optional<LoggedRow> row = row(head, () -> DocumentCodec.ofUnpacked(envelope));
      if (row.isEmpty() || row.get().index() != index + rows.size()) {
        return Optional.empty();
      }
      rows.add(row.get());
      at = end;
    }
    return Optional.of(rows);
  }

  /** The entry in a line of an earlier version; empty when it is damaged. */
  private static Optional<LoggedRow> line(byte[] line) {
    JsonNode tree = tree(line, SUMMED_AT, line.length);
    if (tree.isMissingNode() || !isSummed(line, 0, line.length)) {
      return Optional.empty();
    }
    return row(
        tree,
        () ->
            tree.path("packed").isTextual()
                ? DocumentCodec.envelope(tree.path("packed").binaryValue())
                : Envelope.parse(
                    tree.path("envelope").toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Reads an envelope. */
  @FunctionalInterface
  private interface EnvelopeReading {
    Envelope read() throws IOException;
  }

  private static Optional<LoggedRow> row(JsonNode tree, EnvelopeReading envelope) {
    if (!(Json.parse(tree.path("beside"), LoggedRow.UnsignedFields.class)
            instanceof Parsed.Accepted<LoggedRow.UnsignedFields>(LoggedRow.UnsignedFields beside))
        || !tree.path("index").canConvertToLong()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new LoggedRow(
              tree.path("index").longValue(), tree.path("id").asText(), beside, envelope.read()));
    } catch (RejectedInputException | IOException _) {
      return Optional.empty();
    }
  }

  /** The JSON between two positions; missing when there is none. */
  private static JsonNode tree(byte[] bytes, int from, int to) {
    return from < to
            && Json.tree(Arrays.copyOfRange(bytes, from, to))
                instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
        ? tree
        : MissingNode.getInstance();
  }

  private static boolean isSummed(byte[] bytes, int at, int end) {
    return at + SUMMED_AT <= end
        && sum(bytes, at + SUMMED_AT, end)
            .equals(new String(bytes, at, SUM_CHARS, StandardCharsets.UTF_8));
  }

  private static String sum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static int lineFeed(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }
}
