package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.http.Permission;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.Times;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.FailureClusters;
import dev.assay.store.index.FailureClusters.Cluster;
import dev.assay.store.index.FailureQuery;
import dev.assay.store.index.IndexReads.Kept;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Failures, counted by signature and by time. */
final class FailureCalls {

  private final AttestationStore store;
  private final InstantSource clock;

  FailureCalls(AttestationStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/failures", Permission.READ, this::list)
            .queryParameters("since", "until", "limit"));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    Instant until = Objects.requireNonNullElseGet(given.time("until"), clock::instant);
    Instant since =
        Objects.requireNonNullElseGet(
            given.time("since"), () -> until.minus(Duration.ofDays(ReadLimits.FAILURE_DAYS)));
    int limit = given.limit(ReadLimits.FAILURES_MAX, ReadLimits.FAILURES_DEFAULT);
    FailureQuery query = new FailureQuery(request.principal().fleets(), since, until);
    FailureClusters found = store.summaries().failures(query);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("since", Times.text(since));
    members.put("until", Times.text(until));
    members.put("firstBucket", Times.text(query.firstBucket()));
    members.put("bucketSeconds", query.bucket().toSeconds());
    members.put("whole", found.whole());
    members.put("oldest", found.oldest() == null ? null : Times.text(found.oldest()));
    members.put("items", items(found.clusters(), limit));
    return Response.json(200, members).header("Cache-Control", "no-store");
  }

  /** The first {@code limit} that are failures, and no variants of failures. */
  private List<Map<String, Object>> items(List<Cluster> clusters, int limit) {
    List<Map<String, Object>> items = new ArrayList<>();
    int most = Math.min(clusters.size(), ReadLimits.FAILURES_LOOKED_AT_MAX);
    for (int from = 0; from < most && items.size() < limit; from += limit) {
      List<Cluster> some = clusters.subList(from, Math.min(from + limit, most));
      Map<Long, Kept> newest = new HashMap<>();
      store
          .summaries()
          .kept(some.stream().map(Cluster::newest).distinct().toList())
          .forEach(kept -> newest.put(kept.listing().logIndex(), kept));
      some.stream()
          .flatMap(cluster -> item(cluster, newest.get(cluster.newest())).stream())
          .limit(limit - items.size())
          .forEach(items::add);
    }
    return items;
  }

  private static Optional<Map<String, Object>> item(Cluster cluster, @Nullable Kept newest) {
    if (newest == null) {
      return Optional.empty();
    }
    JsonNode predicate =
        AttestationDocuments.statement(newest.envelope().getBytes(StandardCharsets.UTF_8))
            .orElseGet(MissingNode::getInstance)
            .path("predicate");
    JsonNode told = told(predicate, "id", cluster.signature());
    boolean variant =
        told.isMissingNode() && !told(predicate, "variant", cluster.signature()).isMissingNode();
    return variant ? Optional.empty() : Optional.of(item(cluster, newest.listing().id(), told));
  }

  private static JsonNode told(JsonNode predicate, String member, String signature) {
    for (JsonNode failure : predicate.path("failureSignatures")) {
      if (failure.path(member).asText().equals(signature)) {
        return failure;
      }
    }
    return MissingNode.getInstance();
  }

  private static Map<String, Object> item(Cluster cluster, String newest, JsonNode told) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("signature", cluster.signature());
    members.put("kind", Explanation.text(told, "kind"));
    members.put("untrustedText", Explanation.text(told, "text"));
    members.put("count", cluster.count());
    members.put("workItems", cluster.workItems());
    members.put("agents", cluster.agents());
    members.put("verifiers", cluster.verifiers());
    members.put("firstTime", Times.text(cluster.first()));
    members.put("lastTime", Times.text(cluster.last()));
    members.put("newest", newest);
    members.put("counts", cluster.counts());
    return members;
  }
}
