package dev.assay.store.api;

import dev.assay.schemas.Times;
import dev.assay.store.index.AttestationListing;
import dev.assay.store.index.Page;
import dev.assay.store.index.WorkItemRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Rows of the store as the API shows them. */
final class Listings {

  private Listings() {}

  static <T> Map<String, Object> page(Page<T> page, Function<T, Map<String, Object>> line) {
    List<Map<String, Object>> items = page.items().stream().map(line).toList();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("items", items);
    members.put("next", page.next());
    return members;
  }

  static Map<String, Object> attestation(AttestationListing listing) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", listing.id());
    members.put("kind", listing.kind().text());
    members.put("predicateType", listing.predicateType());
    members.put("workItem", listing.workItem());
    members.put("attempt", listing.attempt());
    members.put("verifier", listing.verifier());
    members.put("result", listing.result());
    members.put("fleet", listing.fleet());
    members.put("agent", listing.agent());
    members.put("commit", listing.commit());
    members.put("artifact", listing.artifact());
    members.put("report", listing.report());
    members.put("logIndex", listing.logIndex());
    members.put("time", Times.text(listing.time()));
    return members;
  }

  static Map<String, Object> workItem(WorkItemRow row) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("workItem", row.id());
    members.put("status", row.status());
    members.put("mood", row.mood());
    members.put("attempt", row.attempt());
    members.put("fleet", row.fleet());
    members.put("agent", row.agent());
    members.put("firstTime", Times.text(row.firstTime()));
    members.put("lastTime", Times.text(row.lastTime()));
    return members;
  }
}
