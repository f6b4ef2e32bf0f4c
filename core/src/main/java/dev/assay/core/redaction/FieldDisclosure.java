package dev.assay.core.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * One field of an object with its salt: an SD-JWT disclosure (RFC 9901, section 4.2.1).
 *
 * @param encoded base64url of the UTF-8 of a JSON array of salt, name and value
 */
record FieldDisclosure(String encoded, String name, JsonNode value) {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** Names that RFC 9901 keeps for itself. */
  private static final Set<String> RESERVED = Set.of("_sd", "...");

  static FieldDisclosure of(String salt, String name, JsonNode value) {
    byte[] array = Json.canonical(List.of(salt, name, value));
    return new FieldDisclosure(BASE64.encodeToString(array), name, value);
  }

  /**
   * Reads one of strangers.
   *
   * @throws RejectedInputException with code {@code disclosure-invalid}
   */
  static FieldDisclosure parse(String encoded) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      throw (RejectedInputException)
          invalid("a disclosure in base64url without padding", Require.quoted(encoded))
              .initCause(e);
    }
    JsonNode array =
        switch (Json.tree(bytes)) {
          case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
          case Parsed.Rejected<JsonNode>(Rejection rejection) ->
              throw invalid("a disclosure that is JSON", rejection.detail());
        };
    if (!array.isArray()
        || array.size() != 3
        || !text(array.get(0), RedactionLimits.SALT_CHARS_MAX)
        || !text(array.get(1), RedactionLimits.NAME_CHARS_MAX)
        || RESERVED.contains(array.get(1).textValue())) {
      throw invalid("a JSON array of salt, name and value in a disclosure", "another value");
    }
    return new FieldDisclosure(encoded, array.get(1).textValue(), array.get(2));
  }

  /** What commits to it: base64url of the SHA-256 of its characters. */
  String digest() {
    return BASE64.encodeToString(
        Digests.sha256().digest(encoded.getBytes(StandardCharsets.US_ASCII)));
  }

  private static boolean text(JsonNode node, int charsMax) {
    return node.isTextual() && node.textValue().length() <= charsMax;
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException(DisclosureDocument.INVALID, expected, found);
  }
}
