package dev.assay.store.sink;

import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decisions and the work items that they change. */
final class Samples {

  static final String TIME = "2026-11-21T10:00:01.000Z";

  private Samples() {}

  static WorkItem item(String id, int decisions, String lastTime) {
    return new WorkItem(
        id,
        WorkItemStatus.VERIFYING,
        Mood.CALM,
        1,
        null,
        ControlState.empty(),
        List.of(),
        null,
        List.of(),
        null,
        Cost.none(),
        decisions,
        TIME,
        lastTime,
        List.of(),
        0);
  }

  /** A promotion of {@code workItem} that {@code signer} attests. */
  static AttestationMessage attestation(String workItem, Signer signer) {
    return attestation(workItem, "PASSED", signer);
  }

  /** A summary of {@code workItem} that {@code signer} attests. */
  static AttestationMessage attestation(String workItem, String result, Signer signer) {
    byte[] statement =
        Json.canonical(
            Map.of(
                "_type",
                Statement.TYPE,
                "predicateType",
                Statement.VERIFICATION_SUMMARY,
                "subject",
                List.of(
                    Map.of("name", "r", "digest", Map.of("sha256", Digests.sha256Hex(workItem)))),
                "predicate",
                Map.of(
                    "verificationResult",
                    result,
                    "timeVerified",
                    TIME,
                    "resourceUri",
                    "assay:work-item/" + workItem)));
    byte[] signature = signer.sign(Pae.encode(Statement.PAYLOAD_TYPE, statement));
    return new AttestationMessage(
        Digests.sha256Hex(statement),
        workItem,
        Digests.sha256Hex("event"),
        1,
        null,
        new String(statement, StandardCharsets.UTF_8),
        signer.keyId(),
        Base64.getEncoder().encodeToString(signature),
        TIME);
  }

  static Decision decision(String workItem, int ordinal, String... attestations) {
    return decision(workItem, ordinal, DecisionKind.RETRY, null, attestations);
  }

  /** A promotion of {@code workItem} that names {@code attestation}, or none. */
  static Decision promotion(String workItem, @Nullable String attestation) {
    return decision(workItem, 1, DecisionKind.PROMOTE, attestation);
  }

  private static Decision decision(
      String workItem,
      int ordinal,
      DecisionKind kind,
      @Nullable String promotion,
      String... attestations) {
    return new Decision(
        Digests.sha256Hex(workItem + ordinal),
        workItem,
        1,
        kind,
        List.of(),
        List.of(attestations),
        promotion,
        Mood.CALM,
        Mood.CALM,
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        Digests.sha256Hex(workItem),
        "e",
        null,
        TIME,
        ordinal);
  }
}
