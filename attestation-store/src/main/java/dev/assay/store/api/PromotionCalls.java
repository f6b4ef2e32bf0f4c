package dev.assay.store.api;

import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery.Listing;
import dev.assay.store.index.IndexReads.Kept;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.PromotionQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Promotions with what they rest on. */
final class PromotionCalls {

  private final AttestationStore store;

  PromotionCalls(AttestationStore store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/promotions", Permission.READ, this::list)
            .queryParameters("basis", "verifier", "scope", "boundAbove", "limit", "cursor"));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    Promotion.Filter wanted =
        new Promotion.Filter(
            given.constant("basis", EvidenceBasis.class),
            given.word("verifier"),
            given.constant("scope", Promotion.Scope.class),
            given.fraction("boundAbove"));
    int limit = given.limit(ReadLimits.PROMOTIONS_MAX);
    PromotionQuery query =
        new PromotionQuery(
            request.principal().fleets(),
            wanted.none() ? limit : ReadLimits.PROMOTIONS_AT_ONCE,
            given.cursor());
    Page<Promotion> page = page(query, request.principal(), wanted, limit);
    return Response.json(200, JsonViews.page(page, Promotion::members))
        .header("Cache-Control", "no-store");
  }

  /** Looks at promotions until a page is full, all were seen, or enough for one call. */
  private Page<Promotion> page(
      PromotionQuery query, Principal reader, Promotion.Filter wanted, int limit) {
    VerifierBounds bounds = new VerifierBounds(store, reader);
    List<Promotion> fitting = new ArrayList<>();
    PromotionQuery at = query;
    for (int looked = 0; ; ) {
      Page<Kept> some = store.summaries().promotions(at);
      for (Promotion each : promotions(some.items(), reader, bounds)) {
        looked++;
        at = at.after(each.line());
        if (each.fits(wanted)) {
          fitting.add(each);
        }
        if (fitting.size() == limit || looked == ReadLimits.PROMOTIONS_LOOKED_AT_MAX) {
          boolean last =
              some.next() == null && each.line().equals(some.items().getLast().listing());
          return new Page<>(fitting, last ? null : at.cursor());
        }
      }
      if (some.next() == null) {
        return new Page<>(fitting, null);
      }
    }
  }

  private List<Promotion> promotions(List<Kept> kept, Principal reader, VerifierBounds bounds) {
    Map<Kept, List<String>> cited = new LinkedHashMap<>();
    Set<String> ids = new LinkedHashSet<>();
    for (Kept each : kept) {
      List<String> named = Promotion.cited(each);
      cited.put(each, named);
      ids.addAll(named);
    }
    Map<String, Listing> lines = new LinkedHashMap<>();
    for (Listing line : store.summaries().attestations(ids)) {
      if (reader.actsFor(line.fleet())) {
        lines.put(line.id(), line);
      }
    }
    Set<Long> positions = new LinkedHashSet<>();
    kept.forEach(each -> positions.add(each.listing().logIndex()));
    lines.values().forEach(line -> positions.add(line.logIndex()));
    Map<Long, List<String>> hypertheses = store.summaries().hypertheses(positions);
    List<Promotion> promotions = new ArrayList<>();
    cited.forEach((each, named) -> {
      Map<String, Listing> found = new LinkedHashMap<>();
      named.stream().filter(lines::containsKey).forEach(id -> found.put(id, lines.get(id)));
      promotions.add(new Promotion(each.listing(), named, found, hypertheses, bounds));
    });
    return promotions;
  }
}
