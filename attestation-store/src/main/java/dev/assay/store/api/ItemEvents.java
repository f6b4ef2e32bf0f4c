package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.EventSink;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.WorkItemRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The attestations, decisions and refusals of one work item, those that are there first, then those
 * that come. One stream, one thread.
 */
final class ItemEvents {

  private final AttestationStore store;
  private final ChangeSignal news;
  private final String workItem;
  private EventPosition position;
  private long logSizeSeen = -1;

  ItemEvents(AttestationStore store, ChangeSignal news, String workItem, EventPosition start) {
    this.store = store;
    this.news = news;
    this.workItem = workItem;
    this.position = start;
  }

  void feed(EventSink sink) throws IOException, InterruptedException {
    do {
      long version = news.version();
      sendAttestations(sink);
      sendDecisions(sink);
      sendRefusals(sink);
      news.await(version, ReadLimits.POLL_MILLIS);
    } while (sink.idle());
  }

  private void sendAttestations(EventSink sink) throws IOException {
    long logSize = store.logSize();
    if (logSize == logSizeSeen) {
      return;
    }
    AttestationQuery query = AttestationQuery.ofWorkItem(workItem);
    @Nullable String next;
    do {
      Page<AttestationQuery.Listing> page = store.attestations(query);
      for (AttestationQuery.Listing listing : page.items()) {
        if (listing.logIndex() >= position.nextLogIndex()) {
          position =
              new EventPosition(listing.logIndex() + 1, position.decisions(), position.refusals());
          sink.send(
              "attestation", position.text(), line(Json.write(JsonViews.attestation(listing))));
        }
      }
      next = page.next();
      query = next == null ? query : query.after(next);
    } while (next != null);
    logSizeSeen = logSize;
  }

  private void sendDecisions(EventSink sink) throws IOException {
    for (DecisionRow decision : store.decisions().after(workItem, position.decisions())) {
      position =
          new EventPosition(position.nextLogIndex(), position.decisions() + 1, position.refusals());
      sink.send("decision", position.text(), decision.json());
    }
  }

  private void sendRefusals(EventSink sink) throws IOException {
    Optional<WorkItemRow> row = store.workItem(workItem);
    if (row.isEmpty()) {
      return;
    }
    JsonViews.Refusals refusals =
        JsonViews.Refusals.takenFrom(JsonViews.document(row.get().controlState()));
    for (JsonNode refusal : refusals.after(position.refusals())) {
      position = new EventPosition(position.nextLogIndex(), position.decisions(), refusals.all());
      sink.send("refusal", position.text(), line(Json.write(refusal)));
    }
  }

  private static String line(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
