package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItemStatus;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.WorkItemQuery;
import dev.assay.store.index.WorkItemRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Work items: listed, one by one, and as they change. */
final class WorkItemCalls {

  private final AttestationStore store;
  private final Explanations explanations;
  private final Lineages lineages;
  private final ReadRetry settling;
  private final ChangeSignal news;

  WorkItemCalls(
      AttestationStore store,
      Explanations explanations,
      Lineages lineages,
      ReadRetry settling,
      ChangeSignal news) {
    this.store = store;
    this.explanations = explanations;
    this.lineages = lineages;
    this.settling = settling;
    this.news = news;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/work-items", Permission.READ, this::list)
            .queryParameters("prefix", "status", "agent", "fleet", "since", "limit", "cursor"),
        Route.get("/v1/work-items/{id...}", Permission.READ, this::item),
        Route.get("/v1/work-items/{id...}/events", Permission.READ, this::events),
        Route.get("/v1/work-items/{id...}/lineage", Permission.READ, this::lineage),
        Route.get("/v1/work-items/{id...}/explanation", Permission.READ, this::explanation)
            .queryParameters("decision"),
        Route.get("/v1/decisions/{id}", Permission.READ, this::decision));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    WorkItemStatus status = given.constant("status", WorkItemStatus.class);
    WorkItemQuery wanted =
        new WorkItemQuery(
            given.word("prefix"),
            status == null ? null : status.word(),
            given.id("agent"),
            given.id("fleet"),
            request.principal().fleets(),
            given.time("since"),
            given.limit(),
            given.cursor());
    return Response.json(200, JsonViews.page(store.workItems(wanted), JsonViews::workItem))
        .header("Cache-Control", "no-store");
  }

  private Response item(Request request) throws InterruptedException {
    String id = Require.id("id", request.path("id"));
    return Response.json(
            200,
            settling
                .find(request, () -> document(id, request.principal()))
                .orElseThrow(() -> none(id)))
        .header("Cache-Control", "no-store");
  }

  private Response lineage(Request request) throws InterruptedException {
    String id = Require.id("id", request.path("id"));
    Lineage lineage =
        settling
            .find(request, () -> document(id, request.principal()).map(lineages::of))
            .orElseThrow(() -> none(id));
    return Response.json(200, lineage.json()).header("Cache-Control", "no-store");
  }

  private Response decision(Request request) throws InterruptedException {
    String id = Require.digest("id", request.path("id"));
    DecisionRow decision =
        settling
            .find(
                request,
                () ->
                    store
                        .decisions()
                        .find(id)
                        .filter(row -> shows(store.workItem(row.workItem()), request.principal())))
            .orElseThrow(() ->
                new ProblemException(
                    new Rejection(
                        ErrorCode.NOT_FOUND,
                        "expected the decision " + id + ", found none",
                        "id")));
    return Response.json(200, JsonViews.document(decision.json()))
        .header("Cache-Control", "no-store");
  }

  private Response explanation(Request request) throws InterruptedException {
    String id = Require.id("id", request.path("id"));
    String decision = new ListParameters(request.query()).digest("decision");
    Explanation explanation =
        settling
            .find(
                request,
                () ->
                    document(id, request.principal())
                        .flatMap(item -> explanations.of(item, decision)))
            .orElseThrow(() -> decision == null ? none(id) : undecided(id, decision));
    return Response.json(200, explanation.json()).header("Cache-Control", "no-store");
  }

  /** Why {@code id} stands where it stands, when {@code reader} may see it. */
  Optional<Explanation> explained(String id, Principal reader) {
    return document(id, reader).flatMap(item -> explanations.of(item, null));
  }

  private static ProblemException undecided(String id, String decision) {
    return new ProblemException(
        new Rejection(
            ErrorCode.NOT_FOUND,
            "expected the decision " + decision + " on " + Require.quoted(id) + ", found none",
            "decision"));
  }

  private static ProblemException none(String id) {
    return new ProblemException(
        new Rejection(
            ErrorCode.NOT_FOUND,
            "expected a work item " + Require.quoted(id) + ", found none",
            "id"));
  }

  /** Whoever acts for all fleets may wait for an item that nobody has heard of. */
  private Response events(Request request) throws InterruptedException {
    String id = Require.id("id", request.path("id"));
    EventPosition start = EventPosition.of(request.header("last-event-id"));
    if (request.principal().fleets() != null) {
      var _ =
          settling
              .find(request, () -> seen(store.workItem(id), request.principal()))
              .orElseThrow(() -> none(id));
    }
    return Response.events(new ItemEvents(store, news, id, start)::feed);
  }

  private static Optional<WorkItemRow> seen(Optional<WorkItemRow> row, Principal reader) {
    return row.filter(known -> reader.actsFor(known.fleet()));
  }

  /** Whether what is decided about a work item is for {@code reader}, its row here or not yet. */
  private static boolean shows(Optional<WorkItemRow> row, Principal reader) {
    return reader.fleets() == null || seen(row, reader).isPresent();
  }

  /**
   * The document of a work item. What is known of it comes over several topics, so the row may
   * still be missing when decisions are there.
   */
  private Optional<Map<String, Object>> document(String id, Principal reader) {
    Optional<WorkItemRow> row = store.workItem(id);
    if (!shows(row, reader)) {
      return Optional.empty();
    }
    List<JsonNode> decisions = new ArrayList<>();
    for (DecisionRow decision : store.decisions().newest(id)) {
      decisions.add(JsonViews.document(decision.json()));
    }
    List<String> attestations = attestations(id);
    if (row.isEmpty() && decisions.isEmpty() && attestations.isEmpty()) {
      return Optional.empty();
    }
    @Nullable JsonNode last = decisions.isEmpty() ? null : decisions.getLast();
    Map<String, Object> members = new LinkedHashMap<>();
    if (row.isPresent()) {
      members.putAll(JsonViews.workItem(row.get()));
    } else {
      members.put("workItem", id);
      members.put("status", WorkItemStatus.VERIFYING.word());
      members.put("mood", last == null ? Mood.CALM.name() : last.path("moodAfter").asText());
      members.put("attempt", last == null ? 1 : last.path("attempt").asInt(1));
    }
    members.put("decisions", decisions);
    members.put("attestations", attestations);
    JsonNode controlState =
        row.isPresent()
            ? JsonViews.document(row.get().controlState())
            : Json.toTree(ControlState.empty());
    JsonViews.Refusals refusals = JsonViews.Refusals.takenFrom(controlState);
    members.put("controlState", controlState);
    members.put("refusals", refusals.newest());
    members.put("refused", refusals.all());
    governance(members, row);
    return Optional.of(members);
  }

  /** Where the item belongs, what it waits for and what it cost. */
  private static void governance(Map<String, Object> members, Optional<WorkItemRow> row) {
    if (row.isEmpty()) {
      members.put("children", List.of());
      members.put("cost", Json.toTree(Cost.none()));
      return;
    }
    String parent = row.get().parent();
    if (parent != null) {
      members.put("parent", parent);
    }
    members.put("children", JsonViews.document(row.get().children()));
    WorkItemRow.Approval approval = row.get().approval();
    if (approval != null) {
      members.put("approval", JsonViews.document(approval.json()));
    }
    members.put("cost", JsonViews.document(row.get().cost()));
  }

  private List<String> attestations(String workItem) {
    List<String> ids = new ArrayList<>();
    AttestationQuery query = AttestationQuery.ofWorkItem(workItem);
    while (ids.size() < ReadLimits.ATTESTATIONS_OF_ITEM_MAX) {
      Page<AttestationQuery.Listing> page = store.attestations(query);
      page.items().forEach(listing -> ids.add(listing.id()));
      String next = page.next();
      if (next == null) {
        break;
      }
      query = query.after(next);
    }
    return ids;
  }
}
