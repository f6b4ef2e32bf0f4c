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
import dev.assay.store.index.PromotionFacts;
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
            wanted.none() ? limit : ReadLimits.PROMOTIONS_LOOKED_AT_MAX,
            given.cursor());
    Page<Promotion> page = page(query, request.principal(), wanted, limit);
    return Response.json(200, JsonViews.page(page, Promotion::members))
        .header("Cache-Control", "no-store");
  }

  /**
   * Those of the promotions that {@code query} finds that fit, as many as a page has. What they
   * rest on tells of most that they do not; the others are read, some at once.
   */
  private Page<Promotion> page(
      PromotionQuery query, Principal reader, Promotion.Filter wanted, int limit) {
    VerifierBounds bounds = new VerifierBounds(store, reader);
    Page<PromotionFacts> looked = store.summaries().promotions(query);
    List<Long> positions =
        looked.items().stream()
            .filter(facts -> wanted.mayFit(facts, bounds))
            .map(PromotionFacts::logIndex)
            .toList();
    List<Promotion> fitting = new ArrayList<>();
    for (int from = 0; from < positions.size(); from += limit) {
      List<Long> some = positions.subList(from, Math.min(from + limit, positions.size()));
      for (Promotion each : promotions(store.summaries().kept(some), reader, bounds)) {
        if (each.fits(wanted)) {
          fitting.add(each);
        }
        if (fitting.size() == limit) {
          long last = each.line().logIndex();
          boolean all = looked.next() == null && last == looked.items().getLast().logIndex();
          return new Page<>(fitting, all ? null : PromotionQuery.after(last));
        }
      }
    }
    return new Page<>(fitting, looked.next());
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
