package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Why a work item stands where it stands, gathered from what auditors can read: its last decision,
 * the attestations that the decision rests on, the reports behind them, and the places in the
 * artifacts that the reports point to. All that verifiers and artifacts say in it is untrusted.
 *
 * @param decision the last one, or null while there is none
 * @param checks the verifications that the decision rests on, in its order
 * @param help what would change the decision, in the order of its reasons and checks
 * @param refusals codes of what was refused of this work item, oldest first
 */
record Explanation(
    String workItem,
    String status,
    int attempt,
    @Nullable Decided decision,
    List<Check> checks,
    List<String> help,
    List<String> refusals) {

  /** Verifications that are read; a decision may rest on more. */
  static final int CHECKS_MAX = 32;

  /** Places of one report that are shown with their bytes. */
  static final int EXCERPTS_MAX = 3;

  /** Bytes of an artifact that are shown for one place. */
  static final int EXCERPT_BYTES_MAX = 400;

  private static final Map<String, JsonNodeType> REPORT =
      Map.of("result", JsonNodeType.STRING, "summary", JsonNodeType.STRING);

  /** A decision and what its reasons mean. */
  record Decided(String id, int attempt, String kind, String time, List<Reason> reasons) {}

  /** A stable code in words. */
  record Reason(String code, String meaning) {}

  /** An artifact that was judged. */
  record Judged(String role, String sha256) {}

  /** Something in an artifact, and the beginning of the bytes there where they could be read. */
  record Place(String artifact, long offset, long length, @Nullable String excerpt) {}

  /** What a verification cannot see. */
  record BlindSpot(String blindSpot, String why, String risk, String bound) {}

  /**
   * One verification.
   *
   * @param attestation its id; what it says is signed and in the log
   * @param lens how it differed from the plain run, or null
   * @param basis how it is known, or null where the attestation does not say
   * @param isolation how the run was kept apart, or null
   * @param report digest of the report
   * @param summary the report's, or null when the report could not be read
   * @param failures texts of the failure signatures
   */
  record Check(
      String attestation,
      String verifier,
      String version,
      @Nullable String lens,
      String result,
      @Nullable String basis,
      @Nullable String isolation,
      List<Judged> artifacts,
      String report,
      @Nullable String summary,
      List<String> failures,
      List<Place> places,
      List<BlindSpot> blind,
      List<String> nextActions) {}

  /**
   * Reads all of it.
   *
   * @param evidence where reports and artifacts are; in a fleet the ingest service
   * @throws CommandException when there is no such work item, or the system does not answer
   */
  static Explanation of(ApiClient api, ApiClient evidence, String id)
      throws IOException, InterruptedException {
    String path = "/v1/work-items/" + id;
    JsonNode item = api.json(path, ApiClient.OF_WORK_ITEM);
    ApiClient.requireObjects(path, item, "decisions", ApiClient.DECISION);
    JsonNode decisions = item.path("decisions");
    JsonNode last = decisions.isEmpty() ? null : decisions.get(decisions.size() - 1);
    List<Check> checks = new ArrayList<>();
    Set<String> help = new LinkedHashSet<>();
    if (last != null) {
      for (String reason : texts(last.path("reasons"))) {
        String does = ReasonTexts.of(reason).help();
        if (does != null) {
          help.add(does);
        }
      }
      for (String attestation :
          texts(last.path("attestations")).stream().limit(CHECKS_MAX).toList()) {
        checks.add(check(api, evidence, attestation));
      }
      checks.stream()
          .filter(check -> !check.result().equals("PASS"))
          .forEach(check -> help.addAll(check.nextActions()));
    }
    return new Explanation(
        item.path("workItem").asText(),
        item.path("status").asText(),
        item.path("attempt").asInt(),
        last == null ? null : decided(last),
        List.copyOf(checks),
        List.copyOf(help),
        list(item.path("refusals")).stream().map(each -> each.path("code").asText()).toList());
  }

  private static Decided decided(JsonNode decision) {
    return new Decided(
        decision.path("id").asText(),
        decision.path("attempt").asInt(),
        decision.path("kind").asText(),
        decision.path("time").asText(),
        texts(decision.path("reasons")).stream()
            .map(code -> new Reason(code, ReasonTexts.of(code).meaning()))
            .toList());
  }

  private static Check check(ApiClient api, ApiClient evidence, String id)
      throws IOException, InterruptedException {
    JsonNode predicate =
        OfflineCheck.statement(api.text("/v1/attestations/" + id, ApiClient.ENVELOPE))
            .path("predicate");
    String digest = predicate.path("reportDigest").asText();
    JsonNode report = report(evidence, digest);
    List<Place> places = new ArrayList<>();
    for (JsonNode pointer : list(report.path("pointers"))) {
      places.add(place(evidence, pointer, places.size() < EXCERPTS_MAX));
    }
    return new Check(
        id,
        predicate.path("verifierType").asText(),
        predicate.path("verifierVersion").asText(),
        text(predicate, "lens"),
        predicate.path("result").asText(),
        text(predicate, "basis"),
        text(predicate, "isolation"),
        list(predicate.path("artifacts")).stream()
            .map(each -> new Judged(each.path("role").asText(), each.path("sha256").asText()))
            .toList(),
        digest,
        text(report, "summary"),
        list(predicate.path("failureSignatures")).stream()
            .map(each -> each.path("text").asText())
            .toList(),
        List.copyOf(places),
        list(predicate.path("hyperthesis")).stream()
            .map(each ->
                new BlindSpot(
                    each.path("blindSpot").asText(),
                    each.path("why").asText(),
                    each.path("risk").asText(),
                    each.path("bound").asText()))
            .toList(),
        texts(report.path("nextActions")));
  }

  /** The report, or nothing when it is not to be had: the attestation stands without it. */
  private static JsonNode report(ApiClient evidence, String digest)
      throws IOException, InterruptedException {
    try {
      return evidence.json("/v1/reports/" + digest, REPORT);
    } catch (CommandException _) {
      return Json.toTree(Map.of());
    }
  }

  private static Place place(ApiClient evidence, JsonNode pointer, boolean shown)
      throws IOException, InterruptedException {
    String artifact = pointer.path("artifact").asText();
    long offset = pointer.path("offset").asLong();
    long length = pointer.path("length").asLong();
    String excerpt = null;
    if (shown && length > 0) {
      try {
        byte[] bytes =
            evidence.bytes(
                "/v1/artifacts/" + artifact, offset, Math.min(length, EXCERPT_BYTES_MAX));
        excerpt = Output.line(new String(bytes, StandardCharsets.UTF_8));
      } catch (CommandException _) {
        excerpt = null; // the digest says what it was, also when it is gone
      }
    }
    return new Place(artifact, offset, length, excerpt);
  }

  private static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).asText() : null;
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static List<String> texts(JsonNode array) {
    return list(array).stream().map(JsonNode::asText).toList();
  }
}
