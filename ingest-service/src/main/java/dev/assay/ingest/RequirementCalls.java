package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/work-items/{id}/requirements}: a person lowers what a work item requires, which
 * becomes a fact for the director. Who that is is whom the server let in; whether it may be
 * lowered, and what follows, is the director's.
 */
final class RequirementCalls {

  private static final String REQUIREMENTS = "requirements";

  private final Holdings holdings;
  private final FactSender facts;
  private final LoweringWaits waits;

  /**
   * The body.
   *
   * @param ordinal of the newest decision that the caller has seen: nothing is lowered when the
   *     work item has moved on. Without it the same body again lowers nothing more
   * @param risk what the risk is from now on, or null when that stays
   * @param drop verifiers that are no longer required
   */
  record Lower(@Nullable Integer ordinal, @Nullable Risk risk, List<String> drop, String reason) {

    Lower {
      if (ordinal != null) {
        Require.range("ordinal", ordinal, 1, Integer.MAX_VALUE);
      }
      drop = Require.list("drop", drop, GovernanceFact.DROPPED_MAX);
      drop.forEach(verifier -> Require.text("drop", verifier, Limits.ID_CHARS_MAX));
      reason = Require.text("reason", reason, Limits.SUMMARY_CHARS_MAX);
      Require.that(
          risk != null || !drop.isEmpty(),
          ErrorCode.MISSING_FIELD,
          "risk",
          "expected a risk or verifiers to drop, found neither");
    }
  }

  RequirementCalls(Holdings holdings, FactSender facts, LoweringWaits waits) {
    this.holdings = holdings;
    this.facts = facts;
    this.waits = waits;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/work-items/{id...}/requirements", Permission.ANSWER, this::post)
            .queryParameters("wait")
            .about(this::workItem));
  }

  private Response post(Request request) throws IOException, InterruptedException {
    String workItem = workItem(request);
    int waitSeconds = request.query().number("wait", 0, IngestLimits.WAIT_SECONDS_MAX).orElse(0);
    Lower lower = JsonBody.read(request, Lower.class);
    GovernanceFact fact =
        FactSender.accepted(
            GovernanceFact.lowered(
                workItem,
                lower.ordinal(),
                lower.risk(),
                lower.drop(),
                lower.reason(),
                request.principal().id()),
            Permission.ANSWER,
            request.principal(),
            holdings.ownerOf(workItem).orElse(null));
    try (LoweringWaits.Wait wait = waits.begin(fact)) {
      wait.recorded(facts.await(facts.send(fact), REQUIREMENTS, workItem));
      if (waitSeconds > 0 && request.mayWait()) {
        wait.await(request, waitSeconds);
      }
      wait.refusal()
          .ifPresent(refusal -> {
            throw new ProblemException(refusal);
          });
      return wait.decision()
          .map(decision -> Response.json(200, decision).header("Cache-Control", "no-store"))
          .orElseGet(() ->
              Response.json(202, Map.of("workItem", workItem, "fact", fact.id()))
                  .header("Location", ExecutionCalls.location(workItem)));
    }
  }

  /** The work item that is asked about, when its fleet is one that the caller acts for. */
  private String workItem(Request request) {
    String id;
    try {
      id = Require.id("id", request.path("id"));
    } catch (RejectedException e) {
      throw new ProblemException(e.rejection());
    }
    if (holdings.ownerOf(id).filter(request.principal()::actsFor).isEmpty()) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.NOT_FOUND,
              "expected a work item out of GET /v1/work-items, found none with the id " + id,
              "id"));
    }
    return id;
  }
}
