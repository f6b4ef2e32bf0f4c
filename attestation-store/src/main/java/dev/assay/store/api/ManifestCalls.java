package dev.assay.store.api;

import dev.assay.core.statement.Manifest;
import dev.assay.http.Permission;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.IndexReads.Kept;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ends of the manifests' chains: the two newest of each partition. */
final class ManifestCalls {

  private static final int NEWEST = 2;

  private final AttestationStore store;

  ManifestCalls(AttestationStore store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/manifests", Permission.INSPECT, this::list));
  }

  private Response list(Request request) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (Topic<?> topic : Manifest.TOPICS) {
      int end = ReadLimits.PARTITIONS_STEP;
      for (int partition = 0; partition < end; partition++) {
        List<Kept> newest = newest(Manifest.workItem(topic.name(), partition));
        if (!newest.isEmpty()) {
          items.add(item(newest));
          end = Math.min(ReadLimits.PARTITIONS_MAX, partition + 1 + ReadLimits.PARTITIONS_STEP);
        }
      }
    }
    return Response.json(200, Map.of("items", items)).header("Cache-Control", "no-store");
  }

  private List<Kept> newest(String name) {
    List<Long> positions =
        store.attestations(AttestationQuery.newestOfWorkItem(name, NEWEST)).items().stream()
            .map(AttestationQuery.Listing::logIndex)
            .toList();
    return positions.isEmpty() ? List.of() : store.summaries().kept(positions);
  }

  private static Map<String, Object> item(List<Kept> newest) {
    Kept last = newest.getFirst();
    Manifest manifest = manifest(last);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("topic", manifest.topic());
    members.put("partition", manifest.partition());
    members.put("newest", line(last, manifest));
    Kept before = newest.getLast();
    members.put("before", newest.size() < NEWEST ? null : line(before, manifest(before)));
    return members;
  }

  private static Map<String, Object> line(Kept kept, Manifest manifest) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", kept.listing().id());
    members.put("logIndex", kept.listing().logIndex());
    members.put("firstOffset", manifest.firstOffset());
    members.put("endOffset", manifest.endOffset());
    members.put("readFrom", manifest.readFrom());
    members.put("previous", manifest.previous());
    members.put("records", manifest.records().size());
    members.put("time", manifest.time());
    return members;
  }

  private static Manifest manifest(Kept kept) {
    return AttestationDocuments.statement(kept.envelope().getBytes(StandardCharsets.UTF_8))
        .map(Manifest::read)
        .map(read ->
            switch (read) {
              case Parsed.Accepted<Manifest>(Manifest manifest) -> manifest;
              case Parsed.Rejected<Manifest>(Rejection rejection) ->
                  throw new IllegalStateException("expected a stored manifest: " + rejection);
            })
        .orElseThrow(() -> new IllegalStateException("expected a stored statement"));
  }
}
