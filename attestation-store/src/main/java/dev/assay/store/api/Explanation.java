package dev.assay.store.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.director.ReasonTexts;
import dev.assay.schemas.json.Json;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Why a work item stands where it stands: its last decision, the attestations that the decision
 * rests on, the reports behind them, and the places in artifacts that the reports point to. Members
 * whose names begin with {@code untrusted} are text of verifiers, agents and artifacts; all others
 * are ours.
 *
 * @param decision the last one, or null while there is none
 * @param claimed the artifacts that were judged
 * @param checks the verifications that the decision rests on, in its order
 * @param help what would change the decision, in the order of its reasons
 * @param refusals codes of what was refused of this work item, oldest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Explanation(
    String workItem,
    String status,
    int attempt,
    @Nullable Decided decision,
    List<Judged> claimed,
    List<Check> checks,
    List<String> help,
    List<String> refusals) {

  /**
   * A decision and what its reasons mean.
   *
   * @param evidence the class of evidence that was reached, or null
   * @param needed what the policy demands beyond that, as the decision says it, or null
   * @param uncleared tests that failed before and that what passed does not have, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Decided(
      String id,
      int attempt,
      String kind,
      String time,
      @Nullable String evidence,
      @Nullable JsonNode needed,
      @Nullable JsonNode uncleared,
      List<Reason> reasons) {

    /** What the document of a decision says. */
    static Decided of(JsonNode decision) {
      return new Decided(
          decision.path("id").asText(),
          decision.path("attempt").asInt(),
          decision.path("kind").asText(),
          decision.path("time").asText(),
          text(decision, "evidence"),
          decision.path("needed").isObject() ? decision.path("needed") : null,
          decision.path("uncleared").isObject() ? decision.path("uncleared") : null,
          texts(decision.path("reasons")).stream()
              .map(code -> new Reason(code, ReasonTexts.of(code).meaning()))
              .toList());
    }
  }

  /** A stable code in words. */
  record Reason(String code, String meaning) {}

  /**
   * An artifact that was judged.
   *
   * @param expired since when it is no longer kept, or null where it is there or should be
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Judged(String role, String sha256, @Nullable String expired) {}

  /**
   * A failure signature; its text has names that a tool wrote.
   *
   * @param variant the failure with its values, or null where the report does not say it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Failure(String id, @Nullable String variant, String kind, String untrustedText) {}

  /**
   * A place in an artifact.
   *
   * @param untrustedExcerpt the beginning of the bytes there, as UTF-8, or null when they are not
   *     to be had
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Place(String artifact, long offset, long length, @Nullable String untrustedExcerpt) {}

  /** What a verification cannot see. */
  record BlindSpot(String why, String risk, String untrustedBlindSpot, String untrustedBound) {}

  /**
   * One verification.
   *
   * @param attestation its id; what it says is signed and in the log
   * @param lens how it differed from the plain run, or null
   * @param basis how it is known, or null where the attestation does not say
   * @param submittedBy who sent the execution, or null where nobody was asked
   * @param witnessedBy whose signature vouches for other artifacts, when this says so, or null
   * @param isolation how the run was kept apart, or null
   * @param report digest of the report
   * @param untrustedSummary the report's, or null when the report is not to be had
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Check(
      String attestation,
      String verifier,
      String version,
      @Nullable String lens,
      String result,
      @Nullable String basis,
      @Nullable String submittedBy,
      @Nullable String witnessedBy,
      @Nullable String isolation,
      List<Judged> artifacts,
      String report,
      @Nullable String untrustedSummary,
      List<Failure> failures,
      List<Place> places,
      List<BlindSpot> blind,
      List<String> untrustedNextActions) {

    /**
     * What a statement says, and the report behind it.
     *
     * @param report its document, of no members when it is not to be had
     * @param artifacts those that the statement names
     */
    static Check of(
        String attestation,
        JsonNode statement,
        JsonNode report,
        List<Place> places,
        List<Judged> artifacts) {
      JsonNode predicate = statement.path("predicate");
      return new Check(
          attestation,
          predicate.path("verifierType").asText(),
          predicate.path("verifierVersion").asText(),
          text(predicate, "lens"),
          predicate.path("result").asText(),
          text(predicate, "basis"),
          text(predicate, "submittedBy"),
          text(predicate, "witnessedBy"),
          text(predicate, "isolation"),
          artifacts,
          predicate.path("reportDigest").asText(),
          text(report, "summary"),
          list(predicate.path("failureSignatures")).stream()
              .map(each ->
                  new Failure(
                      each.path("id").asText(),
                      text(each, "variant"),
                      each.path("kind").asText(),
                      each.path("text").asText()))
              .toList(),
          places,
          list(predicate.path("hyperthesis")).stream()
              .map(each ->
                  new BlindSpot(
                      each.path("why").asText(),
                      each.path("risk").asText(),
                      each.path("blindSpot").asText(),
                      each.path("bound").asText()))
              .toList(),
          texts(report.path("nextActions")));
    }
  }

  static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).asText() : null;
  }

  static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  static List<String> texts(JsonNode array) {
    return list(array).stream().map(JsonNode::asText).toList();
  }

  /** As JSON. */
  JsonNode json() {
    return Json.toTree(this);
  }
}
