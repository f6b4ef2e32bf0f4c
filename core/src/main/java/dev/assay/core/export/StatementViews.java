package dev.assay.core.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Result;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * In-toto statements with other predicates that follow from a signed statement. A view is signed by
 * nobody: it names the attestation it was made from in {@code assayDerivedFrom}, and whoever has
 * that makes the same bytes again. It has the same subjects, and says nothing that the attestation
 * does not say; where it must say less, members that begin with {@code assay} keep the rest.
 */
public final class StatementViews {

  /** The predicate type of in-toto test results. */
  public static final String TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1";

  /** The predicate type of in-toto simple verification results. */
  public static final String SVR = "https://in-toto.io/attestation/svr/v0.2";

  private static final String VERIFIER = "https://assay.dev/verifier/";
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String id;
  private final JsonNode statement;
  private final JsonNode predicate;

  /**
   * The views of a statement.
   *
   * @param statement canonical bytes, as they were signed
   */
  public StatementViews(byte[] statement) {
    this.id = Digests.sha256Hex(statement);
    this.statement =
        Json.tree(statement) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            ? tree
            : JSON.objectNode();
    this.predicate = this.statement.path("predicate");
  }

  /**
   * The test result of a verification report. PASS is PASSED, FLAKY is WARNED, and all else is
   * FAILED: an inconclusive verification is never a passed one. Names of tests are in the report,
   * not in the statement; the view names the report by digest.
   */
  public Optional<byte[]> testResult() {
    Optional<Result> result = reported();
    if (result.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode view = JSON.objectNode();
    view.put(
        "result",
        switch (result.get()) {
          case PASS -> "PASSED";
          case FLAKY -> "WARNED";
          case FAIL, INCONCLUSIVE -> "FAILED";
        });
    ArrayNode configuration = view.putArray("configuration");
    for (String name : new String[] {"config", "command", "environment"}) {
      JsonNode digest = predicate.path(name + "Digest");
      if (digest.isTextual()) {
        configuration.add(resource(name, digest.textValue()));
      }
    }
    view.set("assayReport", resource("report", predicate.path("reportDigest").asText()));
    keep(
        view,
        "verifierType",
        "verifierVersion",
        "result",
        "basis",
        "hyperthesis",
        "verifierErrorRates");
    return Optional.of(bytes(TEST_RESULT, view));
  }

  /**
   * The simple verification result of what passed: a report that says how its verdict is known, or
   * a promotion. A report's one property has the basis in its name, so that nobody takes a claimed
   * pass for an observed one.
   */
  public Optional<byte[]> svr() {
    boolean report = reported().filter(Result.PASS::equals).isPresent();
    boolean promotion = predicate.path("verificationResult").asText().equals("PASSED");
    Optional<EvidenceBasis> basis = basis();
    if (report && basis.isPresent()) {
      String verifier = predicate.path("verifierType").asText();
      ObjectNode view = JSON.objectNode();
      ArrayNode policies =
          verifier(
              view,
              VERIFIER
                  + escaped(verifier)
                  + "/"
                  + escaped(predicate.path("verifierVersion").asText()));
      policies.add(resource("config", predicate.path("configDigest").asText()));
      view.set("timeCreated", predicate.path("time"));
      view.putArray("properties").add("ASSAY_PASS_" + basis.get() + "_" + verifier);
      keep(view, "hyperthesis", "verifierErrorRates");
      return Optional.of(bytes(SVR, view));
    }
    if (summary() && promotion) {
      ObjectNode view = JSON.objectNode();
      ArrayNode policies = verifier(view, predicate.path("verifier").path("id").asText());
      policies.add(predicate.path("policy"));
      view.set("timeCreated", predicate.path("timeVerified"));
      view.set("properties", predicate.path("verifiedLevels"));
      keep(view, "hyperthesis", "verifierErrorRates");
      return Optional.of(bytes(SVR, view));
    }
    return Optional.empty();
  }

  /**
   * The summary of a promotion or demotion whose inputs are named by their positions in the log:
   * {@code assay:log/<origin>/<index>}. An input that the log does not have keeps its name. The
   * signed statement is such a summary, too, with its inputs named by id.
   *
   * @param position the log index of an attestation id
   */
  public Optional<byte[]> vsa(String origin, Function<String, OptionalLong> position) {
    if (!summary()) {
      return Optional.empty();
    }
    ObjectNode view = predicate.deepCopy();
    for (JsonNode input : view.path("inputAttestations")) {
      OptionalLong index = position.apply(input.path("digest").path("sha256").asText());
      if (input instanceof ObjectNode named && index.isPresent()) {
        named.put("uri", "assay:log/" + origin + "/" + index.getAsLong());
      }
    }
    return Optional.of(bytes(Statement.VERIFICATION_SUMMARY, view));
  }

  /** The ids of the attestations that a summary cites; empty for what is none. */
  public List<String> inputs() {
    return summary() ? predicate.path("inputAttestations").findValuesAsText("sha256") : List.of();
  }

  private boolean summary() {
    return statement.path("predicateType").asText().equals(Statement.VERIFICATION_SUMMARY);
  }

  private Optional<Result> reported() {
    String type = statement.path("predicateType").asText();
    boolean report =
        type.equals(Statement.VERIFICATION_REPORT) || type.equals(Statement.VERIFICATION_REPORT_1);
    String result = predicate.path("result").asText();
    return report
        ? Arrays.stream(Result.values()).filter(known -> known.name().equals(result)).findFirst()
        : Optional.empty();
  }

  private Optional<EvidenceBasis> basis() {
    return EvidenceBasis.named(predicate.path("basis").asText());
  }

  /** Names the verifier; answers the list for its policies. */
  private static ArrayNode verifier(ObjectNode view, String verifier) {
    return view.putObject("verifier").put("id", verifier).putArray("policies");
  }

  private static ObjectNode resource(String name, String sha256) {
    ObjectNode resource = JSON.objectNode().put("name", name);
    resource.putObject("digest").put("sha256", sha256);
    return resource;
  }

  /** Copies members of the predicate under names that nobody else uses. */
  private void keep(ObjectNode view, String... names) {
    for (String name : names) {
      JsonNode value = predicate.path(name);
      if (!value.isMissingNode()) {
        view.set("assay" + Character.toUpperCase(name.charAt(0)) + name.substring(1), value);
      }
    }
  }

  private byte[] bytes(String predicateType, ObjectNode view) {
    ObjectNode source = view.putObject("assayDerivedFrom");
    source.put("uri", "assay:attestation/" + id).put("mediaType", Statement.PAYLOAD_TYPE);
    source.putObject("digest").put("sha256", id);
    ObjectNode document = JSON.objectNode();
    document.put("_type", Statement.TYPE);
    document.set("subject", statement.path("subject"));
    document.put("predicateType", predicateType);
    document.set("predicate", view);
    return CanonicalJson.bytes(document);
  }

  /** {@code text} as one segment of a path, RFC 3986, section 2.1. */
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && UNRESERVED.indexOf(b) >= 0) {
        out.append((char) b);
      } else {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return out.toString();
  }
}
