package dev.assay.cli.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.director.Policy;
import dev.assay.core.merkle.Hash;
import dev.assay.schemas.Times;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replay found.
 *
 * @param rebuiltAttestations distinct attestations that were rebuilt
 * @param log the comparison with the log, or null when no log could be read
 * @param expectedRoot the root that was asked for, or null
 * @param reverification what was run again, or null when that was not asked for
 */
record ReplayReport(
    History history,
    Differences differences,
    Counts counts,
    int rebuiltAttestations,
    LogReplay.@Nullable Result log,
    @Nullable Hash expectedRoot,
    @Nullable Reverification reverification) {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  boolean identical() {
    return differences.count() == 0;
  }

  /** The result as docs/replay.md describes it. */
  ObjectNode json() {
    ObjectNode json = JSON.objectNode();
    json.put("identical", identical());
    json.put("source", history.description());
    ArrayNode policies = json.putArray("policies");
    for (Policy policy : history.policies()) {
      policies.addObject().put("name", policy.name()).put("digest", policy.digest());
    }
    ObjectNode records = json.putObject("records");
    counts.records.forEach(records::put);
    json.put("workItems", counts.workItems);
    json.put("attestations", rebuiltAttestations);
    json.put("manifests", counts.manifests);
    json.put("decisions", counts.rebuiltDecisions());
    json.put("rerouted", counts.rerouted);
    json.put("refused", counts.refused);
    json.put("canaries", counts.canaries);
    json.put("pending", counts.pending);
    json.put("reordered", counts.reordered);
    json.put("searchStopped", counts.searchStopped);
    json.putObject("signatures")
        .put("checked", counts.signaturesChecked)
        .put("unknownKeys", counts.signaturesOfUnknownKeys);
    reports(json);
    logged(json);
    json.put("differencesTotal", differences.count());
    ArrayNode listed = json.putArray("differences");
    differences.first().forEach(difference -> listed.add(node(difference)));
    return json;
  }

  private void reports(ObjectNode json) {
    ObjectNode reports = json.putObject("reports");
    if (history.artifacts() == null) {
      reports.put("skipped", "no object store could be read; name it with --config");
    } else {
      reports.put("checked", counts.documentsChecked).put("missing", counts.documentsMissing);
    }
    Reverification again = reverification;
    ObjectNode reverified = json.putObject("reverify");
    ArrayNode types = reverified.putArray("deterministic");
    Reverification.reproducible().forEach(types::add);
    if (again == null) {
      reverified.put("skipped", "not asked for; see --reverify");
    } else {
      reverified.put("runs", again.runs()).put("identical", again.identical());
      ObjectNode skipped = reverified.putObject("notCompared");
      again.skipped().forEach(skipped::put);
    }
  }

  private void logged(ObjectNode json) {
    ObjectNode node = json.putObject("log");
    LogReplay.Result result = log;
    if (result == null) {
      node.put("skipped", "no log could be read; name its store with --config");
      return;
    }
    node.put("origin", result.origin());
    node.put("size", result.size());
    node.put("root", result.root());
    node.put("checkpointMatches", result.checkpointMatches());
    node.put("signatureChecked", result.signatureChecked());
    Hash expected = expectedRoot;
    if (expected != null) {
      node.put("expectedRoot", expected.hex());
      if (result.matchesAt() != null) {
        node.put("expectedRootAtSize", result.matchesAt());
      }
    }
  }

  private static ObjectNode node(Difference difference) {
    ObjectNode node = JSON.objectNode();
    node.put("code", difference.code().name());
    RecordPosition place = difference.place();
    if (place != null) {
      node.put("topic", place.topic());
      node.put("partition", place.partition());
      node.put("offset", place.offset());
      if (difference.timeMillis() > 0 && difference.timeMillis() < Long.MAX_VALUE) {
        node.put("time", Times.text(difference.timeMillis()));
      }
    }
    RecordPosition cause = difference.cause();
    if (cause != null) {
      node.putObject("cause")
          .put("topic", cause.topic())
          .put("partition", cause.partition())
          .put("offset", cause.offset());
    }
    if (difference.workItem() != null) {
      node.put("workItem", difference.workItem());
    }
    node.put("expected", difference.expected());
    node.put("found", difference.found());
    node.put("next", difference.code().next());
    return node;
  }

  /** The result for people. */
  void print(PrintWriter out) {
    out.println(identical() ? "identical" : "NOT IDENTICAL");
    out.println("  source        " + history.description());
    for (Policy policy : history.policies()) {
      out.println("  policy        " + policy.name() + " " + policy.digest());
    }
    out.println("  records       " + counts.records);
    out.println(
        "  rebuilt       "
            + counts.workItems
            + " work items, "
            + rebuiltAttestations
            + " attestations, "
            + counts.rebuiltDecisions()
            + " decisions");
    out.println(
        "  inputs        "
            + counts.refused
            + " refused, "
            + counts.rerouted
            + " rerouted, "
            + counts.canaries
            + " canaries, "
            + counts.pending
            + " not committed by the director yet");
    out.println(
        "  order         "
            + counts.reordered
            + " work items in another order than by time"
            + (counts.searchStopped == 0
                ? ""
                : "; the search stopped at its bound for " + counts.searchStopped));
    out.println(
        "  signatures    "
            + counts.signaturesChecked
            + " checked, "
            + counts.signaturesOfUnknownKeys
            + " by keys that are not known here");
    printReports(out);
    printLog(out);
    printDifferences(out);
    out.flush();
  }

  private void printReports(PrintWriter out) {
    out.println(
        "  reports       "
            + (history.artifacts() == null
                ? "not checked: no object store could be read"
                : counts.documentsChecked
                    + " stored reports checked, "
                    + counts.documentsMissing
                    + " no longer stored"));
    Reverification again = reverification;
    if (again != null) {
      out.println(
          "  reverified    " + again.runs() + " run again, " + again.identical() + " identical");
      again
          .skipped()
          .forEach((reason, count) ->
              out.println("                " + count + " not compared: " + reason));
    }
  }

  private void printLog(PrintWriter out) {
    LogReplay.Result result = log;
    out.println(
        "  log           "
            + (result == null
                ? "not compared: no log could be read"
                : "size " + result.size() + " root " + result.root()));
  }

  private void printDifferences(PrintWriter out) {
    List<Difference> first = differences.first();
    if (first.isEmpty()) {
      return;
    }
    out.println();
    out.println(differences.count() + " differences, the first " + first.size() + ":");
    for (Difference difference : first) {
      out.println(
          difference.code() + (difference.place() == null ? "" : " at " + difference.place()));
      if (difference.cause() != null) {
        out.println("  cause     " + difference.cause());
      }
      if (difference.workItem() != null) {
        out.println("  work item " + SafeText.text(difference.workItem()));
      }
      out.println("  expected  " + difference.expected());
      out.println("  found     " + difference.found());
      out.println("  next      " + difference.code().next());
    }
  }
}
