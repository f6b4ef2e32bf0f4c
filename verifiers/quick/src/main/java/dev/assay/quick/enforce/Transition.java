package dev.assay.quick.enforce;

import dev.assay.schemas.Digests;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of the history, as JSON; each names the hash of the one before it.
 *
 * @param json the record
 */
record Transition(JsonObject json) {

  /** What the first record names as its predecessor. */
  static final String NO_PREDECESSOR = "0".repeat(64);

  static Transition of(
      WorkflowState from,
      Decision decision,
      MaterialTruth observed,
      String certificateHash,
      Instant at,
      @Nullable Acceptance acceptance) {
    JsonObject.Builder out =
        JsonObject.builder()
            .put("schemaVersion", 1)
            .put("at", at.truncatedTo(ChronoUnit.MILLIS).toString())
            .put("operation", decision.operation().word())
            .put("decision_reason_code", decision.code())
            .put("from", from.lifecycle().word())
            .put("to", decision.lifecycle().word())
            .put("lifecycle_state_version", from.version() + 1)
            .put("baseline_sha256", decision.baseline().sha256())
            .put("observed_sha256", observed.sha256())
            .put("certificate_sha256", certificateHash)
            .put("previous_sha256", from.last() == null ? NO_PREDECESSOR : from.last().sha256());
    if (acceptance != null) {
      out.put("owner", acceptance.owner())
          .put("reason", acceptance.reason())
          .put("evidence_links", Json.texts(acceptance.evidenceLinks()));
      if (acceptance.reviewBy() != null) {
        out.put("review_by", acceptance.reviewBy());
      }
    }
    return new Transition(out.build());
  }

  /** The line of the history, without newline. */
  String line() {
    return JsonText.stable(json);
  }

  String sha256() {
    return Digests.sha256Hex(line());
  }

  String previous() {
    return Json.textOf(json.get("previous_sha256"));
  }

  /**
   * Who accepts a drift and why.
   *
   * @param expectedHash the pending hash that the drift check showed
   * @param version the lifecycle state version that it showed
   * @param reviewBy ISO date, null for none
   */
  record Acceptance(
      String expectedHash,
      long version,
      String reason,
      String owner,
      @Nullable String reviewBy,
      List<String> evidenceLinks) {}
}
