package dev.assay.cfverify.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cfverify.document.SubResult.Claim;
import dev.assay.cfverify.document.SubResult.Evidence;
import dev.assay.schemas.Limits;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a SubResult.v1: strict about JSON and about every required member outside evidence items,
 * lenient inside them. Members it does not know are ignored.
 */
public final class SubResultReader {

  private static final Set<String> STATUSES = Set.of("ok", "partial", "tool_error");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(SubResultLimits.DEPTH_MAX)
                          .maxNumberLength(SubResultLimits.NUMBER_CHARS_MAX)
                          .maxTokenCount(Limits.JSON_TOKENS_MAX)
                          .maxStringLength(SubResultLimits.DOCUMENT_BYTES_MAX)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** What a text turned out to be. */
  public sealed interface Parsed {

    /** A document that can be verified. */
    record Valid(SubResult subResult) implements Parsed {}

    /**
     * Not a SubResult.v1.
     *
     * @param problem what was expected and what was found, without text from the document
     */
    record Invalid(String problem) implements Parsed {}
  }

  private static final class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;

    ProblemException(String problem) {
      super(problem, null, false, false);
    }
  }

  private SubResultReader() {}

  /** Reads UTF-8 bytes; a byte order mark is allowed. */
  public static Parsed read(byte[] utf8) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
      return read(text.startsWith("\ufeff") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      return new Parsed.Invalid("expected UTF-8 text, found other bytes");
    }
  }

  /** Reads JSON text. */
  public static Parsed read(String json) {
    if (json.length() > SubResultLimits.DOCUMENT_BYTES_MAX) {
      return new Parsed.Invalid(
          "expected at most " + SubResultLimits.DOCUMENT_BYTES_MAX + " bytes, found more");
    }
    try {
      return new Parsed.Valid(subResult(MAPPER.readTree(json)));
    } catch (JsonProcessingException e) {
      return new Parsed.Invalid("expected one JSON object, found invalid JSON" + place(e));
    } catch (ProblemException e) {
      return new Parsed.Invalid(String.valueOf(e.getMessage()));
    }
  }

  /** Limits are broken at no particular place. */
  private static String place(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private static SubResult subResult(JsonNode root) throws ProblemException {
    if (!root.isObject()) {
      throw new ProblemException("expected one JSON object, found something else");
    }
    require("SubResult.v1".equals(root.path("version").textValue()), "version", "\"SubResult.v1\"");
    String taskId = text(root, "task_id", "task_id", false);
    String status = text(root, "status", "status", false);
    require(STATUSES.contains(status), "status", "ok, partial or tool_error");
    List<Claim> claims = new ArrayList<>();
    JsonNode answers = array(root, "answers", "answers");
    for (int i = 0; i < answers.size(); i++) {
      answer(answers.get(i), "answers[" + i + "]", claims);
    }
    coverage(root.path("coverage"));
    followups(root.path("followups"));
    return new SubResult(taskId, claims);
  }

  private static void answer(JsonNode answer, String at, List<Claim> claims)
      throws ProblemException {
    text(answer, "question", at + ".question", false);
    text(answer, "summary", at + ".summary", true);
    JsonNode nodes = array(answer, "claims", at + ".claims");
    for (int j = 0; j < nodes.size(); j++) {
      claims.add(claim(nodes.get(j), at + ".claims[" + j + "]"));
    }
  }

  private static Claim claim(JsonNode node, String at) throws ProblemException {
    String text = text(node, "claim", at + ".claim", false);
    JsonNode confidence = node.path("confidence");
    require(
        confidence.isNumber()
            && confidence.decimalValue().signum() >= 0
            && confidence.decimalValue().compareTo(BigDecimal.ONE) <= 0,
        at + ".confidence",
        "a number from 0 to 1");
    JsonNode items = array(node, "evidence", at + ".evidence");
    require(!items.isEmpty(), at + ".evidence", "at least one item");
    List<Evidence> evidence = new ArrayList<>();
    for (JsonNode item : items) {
      evidence.add(EvidenceReader.read(item));
    }
    String ownId = node.path("claim_id").asText("");
    boolean hasId = node.path("claim_id").isTextual() && !ownId.isEmpty();
    return new Claim(hasId ? ownId : at, text, evidence);
  }

  private static void coverage(JsonNode coverage) throws ProblemException {
    require(coverage.isObject(), "coverage", "an object");
    JsonNode inputs = array(coverage, "inputs_scanned", "coverage.inputs_scanned");
    for (int i = 0; i < inputs.size(); i++) {
      String at = "coverage.inputs_scanned[" + i + "].";
      for (String member : List.of("source", "method", "scope")) {
        text(inputs.get(i), member, at + member, true);
      }
    }
  }

  private static void followups(JsonNode followups) throws ProblemException {
    require(followups.isMissingNode() || followups.isArray(), "followups", "an array");
    for (int i = 0; i < followups.size(); i++) {
      String at = "followups[" + i + "].";
      text(followups.get(i), "need", at + "need", true);
      text(followups.get(i), "suggested_next_task", at + "suggested_next_task", true);
    }
  }

  private static String text(JsonNode parent, String member, String at, boolean mayBeEmpty)
      throws ProblemException {
    String value = parent.path(member).textValue();
    if (value == null || (!mayBeEmpty && value.isBlank())) {
      throw problem(at, mayBeEmpty ? "a string" : "a string that is not blank");
    }
    return value;
  }

  private static JsonNode array(JsonNode parent, String member, String at) throws ProblemException {
    JsonNode value = parent.path(member);
    require(value.isArray(), at, "an array");
    return value;
  }

  private static void require(boolean holds, String at, String expected) throws ProblemException {
    if (!holds) {
      throw problem(at, expected);
    }
  }

  private static ProblemException problem(String at, String expected) {
    return new ProblemException(
        "expected " + expected + " as " + at + ", found something else or nothing");
  }
}
