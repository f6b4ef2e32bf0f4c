package dev.assay.store.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.LoggedRow;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What the journal keeps of an entry apart from its statement: the CRC-32C of what follows and of
 * the statement, in eight hexadecimal digits, a space, a line of JSON with the entry's position,
 * how many bytes the statement has and what is beside it, and a line with the envelope without it.
 */
final class JournalHead {

  private static final int SUM_CHARS = 8;

  /** Where what is summed begins. */
  private static final int SUMMED_AT = SUM_CHARS + 1;

  /** What a head rarely is longer than. */
  private static final int BYTES_USUAL = 512;

  private final JsonNode facts;
  private final byte[] bytes;
  private final int envelopeAt;

  private JournalHead(JsonNode facts, byte[] bytes, int envelopeAt) {
    this.facts = facts;
    this.bytes = bytes;
    this.envelopeAt = envelopeAt;
  }

  /** The head of {@code row}, whose envelope has {@code statement}, in bytes. */
  static byte[] bytes(LoggedRow row, byte[] statement) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(BYTES_USUAL);
    out.writeBytes(
        ("{\"index\":" + row.index() + ",\"statement\":" + statement.length + ",\"beside\":")
            .getBytes(StandardCharsets.UTF_8));
    out.writeBytes(Json.write(row.beside()));
    out.writeBytes(new byte[] {'}', '\n'});
    out.writeBytes(Objects.requireNonNull(row.envelope()).withPayload(new byte[0]).json());
    out.write('\n');
    byte[] summed = out.toByteArray();
    byte[] sum = (sum(summed, 0, statement) + " ").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(sum.length + summed.length).put(sum).put(summed).array();
  }

  /** The heads in {@code bytes}, one after the other; empty when one of them is none. */
  static Optional<List<JournalHead>> all(byte[] bytes) {
    List<JournalHead> heads = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int facts = lineEnd(bytes, at);
      int end = lineEnd(bytes, facts);
      if (end == facts
          || facts - at <= SUMMED_AT
          || !(Json.tree(Arrays.copyOfRange(bytes, at + SUMMED_AT, facts - 1))
              instanceof Parsed.Accepted<JsonNode>(JsonNode tree))) {
        return Optional.empty();
      }
      heads.add(new JournalHead(tree, Arrays.copyOfRange(bytes, at, end), facts - at));
      at = end;
    }
    return Optional.of(heads);
  }

  /** Position of the entry in the log; -1 when it has none. */
  long index() {
    return facts.path("index").asLong(-1);
  }

  /** How many bytes the statement has; -1 when it does not say so. */
  int statementBytes() {
    return facts.path("statement").asInt(-1);
  }

  /** Whether this is the head of the entry whose statement is {@code statement}. */
  boolean isOf(byte[] statement) {
    return sum(bytes, SUMMED_AT, statement)
        .equals(new String(bytes, 0, SUM_CHARS, StandardCharsets.UTF_8));
  }

  /** The entry with {@code statement}; empty when that is another one's, or this is damaged. */
  Optional<LoggedRow> row(byte[] statement) {
    if (!isOf(statement)
        || !(Json.parse(facts.path("beside"), LoggedRow.UnsignedFields.class)
            instanceof
            Parsed.Accepted<LoggedRow.UnsignedFields>(LoggedRow.UnsignedFields beside))) {
      return Optional.empty();
    }
    try {
      Envelope head = Envelope.parse(Arrays.copyOfRange(bytes, envelopeAt, bytes.length - 1));
      return Optional.of(
          new LoggedRow(
              index(), Digests.sha256Hex(statement), beside, head.withPayload(statement)));
    } catch (RejectedInputException _) {
      return Optional.empty();
    }
  }

  private static String sum(byte[] head, int from, byte[] statement) {
    CRC32C crc = new CRC32C();
    crc.update(head, from, head.length - from);
    crc.update(statement);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** Behind the next line feed; {@code from} when there is none. */
  private static int lineEnd(byte[] bytes, int from) {
    for (int at = from; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        return at + 1;
      }
    }
    return from;
  }
}
