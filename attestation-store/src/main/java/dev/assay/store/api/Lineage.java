package dev.assay.store.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the standing of a work item comes from, as one document: the executions that were sent, the
 * artifacts that were judged, the reports on them, what was attested of those, what was decided on
 * that, and what was promoted or taken back. Lists are in the order of the log, and name each other
 * by id. Of agents it has the ids and roles that they chose, of verifiers and artifacts no text.
 *
 * @param parent the work item that this is a part of, or null
 * @param children the work items that this was split into
 * @param whole whether everything is in it; else only the newest {@link
 *     ReadLimits#LINEAGE_ATTESTATIONS_MAX} attestations and what they name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Lineage(
    String workItem,
    String status,
    int attempt,
    @Nullable String parent,
    List<String> children,
    List<Execution> executions,
    List<Artifact> artifacts,
    List<Report> reports,
    List<Attestation> attestations,
    List<Decided> decisions,
    List<Outcome> promotions,
    List<Outcome> demotions,
    boolean whole) {

  /**
   * An execution event.
   *
   * @param key of source and id, as attestations name it
   * @param id that its sender gave it, once something was decided on it
   * @param artifacts digests of what was judged for it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Execution(String key, @Nullable String id, int attempt, List<String> artifacts) {}

  /**
   * An artifact.
   *
   * @param roles what it was to those that judged it
   * @param expired since when it is no longer kept, or null where it is there or should be
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Artifact(String sha256, List<String> roles, @Nullable String expired) {}

  /**
   * A verifier's report.
   *
   * @param artifacts digests of what it is about
   */
  record Report(String sha256, String verifier, String version, List<String> artifacts) {}

  /**
   * An attestation.
   *
   * @param report digest of the report that it is of, or null where it is of none
   * @param answeredBy the principal whose answer it is of, or null where it is of none's
   * @param answeredAs the role in which that answered, or null where that is not told
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Attestation(
      String id,
      String kind,
      int attempt,
      @Nullable String verifier,
      String result,
      @Nullable String basis,
      @Nullable String execution,
      @Nullable String report,
      @Nullable String answeredBy,
      @Nullable String answeredAs,
      long logIndex,
      String time) {}

  /**
   * A decision.
   *
   * @param execution key of the execution that it was made on
   * @param attestations that it rests on
   * @param outcome the attestation of the promotion that it made or took back, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Decided(
      String id,
      int attempt,
      String kind,
      List<String> reasons,
      String execution,
      List<String> attestations,
      @Nullable String outcome,
      String time) {}

  /**
   * A promotion, or one that was taken back.
   *
   * @param attestation its verification summary
   * @param decision that made it, or null while that is still on its way
   * @param restsOn the attestations that the summary names as its input
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Outcome(
      String attestation,
      @Nullable String decision,
      int attempt,
      List<String> restsOn,
      long logIndex,
      String time) {}

  /** As JSON. */
  JsonNode json() {
    return Json.toTree(this);
  }
}
