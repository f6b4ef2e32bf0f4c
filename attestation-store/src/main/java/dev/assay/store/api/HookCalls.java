package dev.assay.store.api;

import dev.assay.core.stop.StopGate;
import dev.assay.core.stop.StopMemory;
import dev.assay.core.stop.StopVerdict;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookAnswer;
import dev.assay.schemas.hook.HookEvent;
import dev.assay.schemas.hook.HookPayload;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * {@code POST /v1/hooks/{harness}}: a harness calls the server itself. The server cannot read the
 * agent's files, so a claim of done is held to what is decided of the work item already. Nothing is
 * remembered between two calls: an agent that a hook has kept from stopping once may stop.
 */
final class HookCalls {

  /** Names the work item where the address cannot. */
  private static final String HEADER = "x-assay-work-item";

  private final WorkItemCalls items;

  HookCalls(WorkItemCalls items) {
    this.items = items;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/hooks/{harness}", Permission.READ, this::post)
            .queryParameters("workItem", "event"));
  }

  private Response post(Request request) throws IOException {
    Harness harness =
        Harness.named(request.path("harness"))
            .orElseThrow(() ->
                new ProblemException(
                    ErrorCode.NOT_FOUND, "expected a harness out of " + Harness.names()));
    Optional<String> named = request.query().text("workItem").or(() -> request.header(HEADER));
    named.ifPresent(id -> Require.id("workItem", id));
    return switch (HookPayload.of(request.body(Limits.EVENT_BYTES_MAX))) {
      case Parsed.Rejected<HookPayload>(Rejection rejection) -> Response.problem(rejection);
      case Parsed.Accepted<HookPayload>(HookPayload payload) ->
          harness
              .document(answer(payload, named, request))
              .map(document -> Response.json(200, document))
              .orElseGet(() -> Response.text(204, Response.JSON, ""))
              .header("Cache-Control", "no-store");
    };
  }

  private HookAnswer answer(HookPayload payload, Optional<String> named, Request request) {
    String event = request.query().text("event").orElse(payload.event());
    boolean stop =
        HookEvent.named(Require.present("hook_event_name", event))
            .filter(HookEvent.STOP::equals)
            .isPresent();
    if (stop && payload.background()) {
      return StopGate.background();
    }
    if (!stop || !payload.claim()) {
      return new HookAnswer.Silent();
    }
    String id = named.orElse(payload.session());
    Optional<StopVerdict> known =
        Ids.valid(id)
            ? items.explained(id, request.principal()).map(each -> StopVerdict.of(each.json()))
            : Optional.empty();
    if (known.isEmpty() && named.isEmpty()) {
      return StopGate.unjudged(
              StopMemory.NONE,
              "NO_WORK_ITEM",
              "expected a work item in ?workItem= or "
                  + HEADER
                  + ", or one with the session's id,"
                  + " found none",
              false)
          .answer();
    }
    StopVerdict verdict =
        known.orElseGet(() ->
            StopVerdict.missing(
                id,
                List.of("missing: no evidence was sent for the work item " + StopVerdict.shown(id)),
                "send evidence with assay submit or POST /v1/executions, then stop again"));
    StopMemory memory = payload.active() ? StopMemory.told(verdict.signature()) : StopMemory.NONE;
    return StopGate.judged(memory, verdict.signature(), verdict).answer();
  }
}
