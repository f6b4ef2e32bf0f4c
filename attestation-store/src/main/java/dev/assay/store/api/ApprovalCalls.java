package dev.assay.store.api;

import dev.assay.http.Permission;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.ApprovalQuery;
import java.util.List;

/** The questions to people that are open. Answering them is ingest's. */
final class ApprovalCalls {

  private final AttestationStore store;

  ApprovalCalls(AttestationStore store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/approvals", Permission.READ, this::list)
            .queryParameters("workItem", "limit", "cursor"));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    ApprovalQuery wanted =
        new ApprovalQuery(
            given.id("workItem"), request.principal().fleets(), given.limit(), given.cursor());
    return Response.json(200, JsonViews.page(store.approvals(wanted), JsonViews::approval))
        .header("Cache-Control", "no-store");
  }
}
