package dev.assay.store.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.DocumentCodec;
import dev.assay.store.index.LoggedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One entry as a line of JSON: its position, its id, what is beside the statement, and the
 * envelope, packed ({@link DocumentCodec}) and in base64; earlier versions wrote it as it is.
 */
final class JournalLine {

  private static final int SUM_CHARS = 8;

  /** What a line rarely is longer than. */
  private static final int LINE_BYTES_USUAL = 4_096;

  private JournalLine() {}

  /** Appends the line of {@code row}, which has an envelope, to {@code out}. */
  static void write(LoggedRow row, ByteArrayOutputStream out) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(LINE_BYTES_USUAL);
    line.writeBytes(
        ("{\"index\":" + row.index() + ",\"id\":\"" + row.id() + "\",\"beside\":")
            .getBytes(StandardCharsets.UTF_8));
    line.writeBytes(Json.write(row.beside()));
    byte[] packed = DocumentCodec.pack(Objects.requireNonNull(row.envelope()));
    line.writeBytes(",\"packed\":\"".getBytes(StandardCharsets.UTF_8));
    line.writeBytes(Base64.getEncoder().encode(packed));
    line.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
    byte[] json = line.toByteArray();
    out.writeBytes((sum(json) + " ").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(json);
    out.write('\n');
  }

  private static String sum(byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(json);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** The row in {@code line}; empty when it is damaged. */
  static Optional<LoggedRow> read(byte[] line) {
    if (line.length <= SUM_CHARS) {
      return Optional.empty();
    }
    byte[] json = Arrays.copyOfRange(line, SUM_CHARS + 1, line.length);
    if (!sum(json).equals(new String(line, 0, SUM_CHARS, StandardCharsets.UTF_8))
        || !(Json.tree(json) instanceof Parsed.Accepted<JsonNode>(JsonNode tree))
        || !(Json.parse(tree.path("beside"), LoggedRow.UnsignedFields.class)
            instanceof Parsed.Accepted<LoggedRow.UnsignedFields>(LoggedRow.UnsignedFields beside))
        || !tree.path("index").canConvertToLong()) {
      return Optional.empty();
    }
    try {
      Envelope envelope =
          tree.path("packed").isTextual()
              ? DocumentCodec.envelope(tree.path("packed").binaryValue())
              : Envelope.parse(tree.path("envelope").toString().getBytes(StandardCharsets.UTF_8));
      return Optional.of(
          new LoggedRow(
              tree.path("index").longValue(), tree.path("id").asText(), beside, envelope));
    } catch (RejectedInputException | IOException _) {
      return Optional.empty();
    }
  }
}
