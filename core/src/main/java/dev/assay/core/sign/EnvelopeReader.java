package dev.assay.core.sign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.schemas.json.CanonicalJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads DSSE envelope documents strictly: no duplicate members, no trailing text, bounded. */
final class EnvelopeReader {

  private static final ObjectReader TREE =
      new JsonMapper(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.CHARSET_DETECTION) // JSON is UTF-8, RFC 8259 8.1
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(SignatureLimits.NESTING_MAX)
                          .maxStringLength(SignatureLimits.ENVELOPE_BYTES_MAX)
                          .build())
                  .build()
                  .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
          .reader()
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private EnvelopeReader() {}

  static Envelope read(byte[] json) {
    if (json.length > SignatureLimits.ENVELOPE_BYTES_MAX) {
      throw new RejectedInputException(
          "envelope-too-large",
          "an envelope of at most " + SignatureLimits.ENVELOPE_BYTES_MAX + " bytes",
          json.length + " bytes");
    }
    JsonNode root = tree(json);
    if (!root.isObject()) {
      throw invalid("a JSON object", "another JSON value");
    }
    String type = text(root, "payloadType", SignatureLimits.PAYLOAD_TYPE_CHARS_MAX);
    byte[] payload = base64("payload", text(root, "payload", SignatureLimits.ENVELOPE_BYTES_MAX));
    return new Envelope(type, payload, signatures(root.get("signatures")));
  }

  private static JsonNode tree(byte[] json) {
    try {
      return TREE.readTree(json);
    } catch (JsonProcessingException e) {
      throw invalid("one JSON object", e.getOriginalMessage());
    } catch (IOException e) {
      throw new AssertionError("reading from memory does not fail", e);
    }
  }

  private static List<EnvelopeSignature> signatures(@Nullable JsonNode list) {
    if (list == null || !list.isArray() || list.isEmpty()) {
      throw invalid("signatures: a non-empty array", list == null ? "none" : "another value");
    }
    if (list.size() > SignatureLimits.SIGNATURES_MAX) {
      throw invalid(
          "at most " + SignatureLimits.SIGNATURES_MAX + " signatures", list.size() + " signatures");
    }
    List<EnvelopeSignature> signatures = new ArrayList<>();
    for (JsonNode node : list) {
      if (!node.isObject()) {
        throw invalid("signatures: objects", "another value");
      }
      JsonNode hint = node.get("keyid");
      String keyId =
          hint == null || hint.isNull()
              ? ""
              : text(node, "keyid", SignatureLimits.KEY_ID_CHARS_MAX);
      String sig = text(node, "sig", 2 * SignatureLimits.SIGNATURE_BYTES_MAX);
      signatures.add(new EnvelopeSignature(keyId, base64("sig", sig)));
    }
    return signatures;
  }

  private static String text(JsonNode object, String name, int charsMax) {
    JsonNode value = object.get(name);
    if (value == null || !value.isTextual()) {
      throw invalid(name + ": a text", value == null ? "none" : value.getNodeType().toString());
    }
    String text = value.textValue();
    if (text.length() > charsMax) {
      throw invalid(name + ": at most " + charsMax + " characters", text.length() + " characters");
    }
    if (!wellFormed(text)) {
      throw invalid(name + ": well-formed Unicode", "half of a surrogate pair");
    }
    return text;
  }

  /** Whether each surrogate has its other half. */
  private static boolean wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /**
   * Bytes of standard or URL-safe base64, with or without padding; a text that mixes the two
   * alphabets is neither, nor is one whose last digit has bits that are of no byte.
   */
  private static byte[] base64(String name, String text) {
    boolean urlSafe = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
    byte[] bytes;
    try {
      bytes = (urlSafe ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text);
    } catch (IllegalArgumentException e) {
      throw invalid(name + ": base64", String.valueOf(e.getMessage()));
    }
    Base64.Encoder encoder = urlSafe ? Base64.getUrlEncoder() : Base64.getEncoder();
    if (!encoder.encodeToString(bytes).startsWith(text)) {
      throw invalid(name + ": base64", "loose bits in the last digit");
    }
    return bytes;
  }

  static String quoted(String text) {
    return CanonicalJson.text(TextNode.valueOf(text));
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("envelope-invalid", expected, found);
  }
}
