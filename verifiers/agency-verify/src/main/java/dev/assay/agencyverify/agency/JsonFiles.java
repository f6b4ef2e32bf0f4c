package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Strict reading and stable writing of the JSON documents in the data directory. */
final class JsonFiles {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(AgencyLimits.DOCUMENT_DEPTH_MAX)
                          .maxStringLength(AgencyLimits.DOCUMENT_BYTES_MAX)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final ObjectWriter PRETTY =
      MAPPER.writer(
          new DefaultPrettyPrinter(
                  Separators.createDefaultInstance()
                      .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                      .withObjectEmptySeparator("")
                      .withArrayEmptySeparator(""))
              .withObjectIndenter(new DefaultIndenter("  ", "\n"))
              .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  private JsonFiles() {}

  /** A document that is not what it should be; the message is one line and quotes no content. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  /** The one JSON value in {@code file}, which must be a regular file and not a link to one. */
  static JsonNode read(Path file) throws IOException, Malformed {
    return parse(bytes(file, AgencyLimits.DOCUMENT_BYTES_MAX));
  }

  /** The bytes of {@code file}, which must be a regular file and not a link to one. */
  static byte[] bytes(Path file, int bytesMax) throws IOException, Malformed {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new Malformed("expected a regular file, found something else");
      }
      throw new NoSuchFileException(file.toString());
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      bytes = in.readNBytes(bytesMax + 1);
    }
    if (bytes.length > bytesMax) {
      throw new Malformed("expected at most " + bytesMax + " bytes, found more");
    }
    return bytes;
  }

  private static JsonNode parse(byte[] bytes) throws Malformed {
    try {
      JsonNode node =
          MAPPER.readTree(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      if (node.isMissingNode()) {
        throw new Malformed("expected a JSON value, found an empty file");
      }
      return node;
    } catch (CharacterCodingException e) {
      throw new Malformed("expected UTF-8 text, found other bytes");
    } catch (JsonProcessingException e) {
      throw malformed(e);
    }
  }

  /** Where and why a text is not JSON; limits are broken at no particular place. */
  static Malformed malformed(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    return new Malformed(
        "invalid JSON%s: %s"
            .formatted(
                at == null ? "" : " at line " + at.getLineNr() + " column " + at.getColumnNr(),
                OneLine.of(e.getOriginalMessage())));
  }

  /** Two-space indented text with a final line feed. */
  static byte[] pretty(JsonNode node) {
    try {
      return (PRETTY.writeValueAsString(node) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree could not be written", e);
    }
  }

  /** One line with its line feed. */
  static byte[] line(JsonNode node) {
    return (node + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
