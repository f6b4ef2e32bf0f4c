package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What came of an audit. */
final class AuditResult {

  final String source;
  String origin = "";
  long size;
  String root = "";
  long from;
  long entries;
  @Nullable Long sinceSize;
  AuditState.Documents documents = AuditState.Documents.NONE;
  @Nullable String documentsSkipped;
  List<String> cosigned = List.of();
  @Nullable String witnessesSkipped;
  @Nullable DecisionCheck decisions;
  @Nullable String decisionsSkipped;
  @Nullable ListCheck lists;
  @Nullable String listsSkipped;
  @Nullable String replaySkipped;
  @Nullable ManifestCheck manifests;
  long nanos;
  long findingsTotal;
  List<AuditFinding> findings = List.of();

  AuditResult(String source) {
    this.source = source;
  }

  boolean clean() {
    return findingsTotal == 0;
  }

  private double seconds() {
    return nanos / 1e9;
  }

  private long rate() {
    return Math.round(entries / Math.max(seconds(), 1e-3));
  }

  /** The result as docs/audit.md describes it. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("clean", clean());
    json.put("source", source);
    json.put("origin", origin);
    json.put("size", size);
    json.put("root", root);
    json.put("from", from);
    json.put("entries", entries);
    if (sinceSize != null) {
      json.put("sinceSize", sinceSize);
    }
    ObjectNode read = json.putObject("documents");
    if (documentsSkipped == null) {
      read.put("checked", documents.checked())
          .put("missing", documents.missing())
          .put("expired", documents.expired());
    } else {
      read.put("skipped", documentsSkipped);
    }
    ObjectNode witnesses = json.putObject("witnesses");
    if (witnessesSkipped == null) {
      cosigned.forEach(witnesses.putArray("cosigned")::add);
    } else {
      witnesses.put("skipped", witnessesSkipped);
    }
    ObjectNode decided = json.putObject("decisions");
    if (decisions != null) {
      decided.put("workItems", decisions.items());
      decided.put("compared", decisions.compared());
      decided.put("unlisted", decisions.unlisted());
    } else {
      decided.put("skipped", decisionsSkipped);
    }
    ObjectNode listed = json.putObject("lists");
    if (lists != null) {
      listed.put("compared", lists.compared()).put("left", lists.left());
    } else {
      listed.put("skipped", listsSkipped);
    }
    manifests(json.putObject("manifests"));
    ObjectNode replay = json.putObject("replay");
    if (replaySkipped != null) {
      replay.put("skipped", replaySkipped);
    }
    json.put("seconds", Math.round(seconds() * 1000) / 1000.0);
    json.put("entriesPerSecond", rate());
    json.put("findingsTotal", findingsTotal);
    ArrayNode list = json.putArray("findings");
    for (AuditFinding finding : findings) {
      ObjectNode node = list.addObject().put("code", finding.code());
      if (finding.logIndex() != null) {
        node.put("logIndex", finding.logIndex());
      }
      if (finding.subject() != null) {
        node.put("subject", finding.subject());
      }
      node.put("expected", finding.expected());
      node.put("found", finding.found());
      node.put("next", finding.next());
    }
    return json;
  }

  private void manifests(ObjectNode json) {
    if (manifests == null) {
      return;
    }
    json.put("read", manifests.manifests());
    json.put("attestations", manifests.listed());
    json.put("unlisted", manifests.unlisted());
    json.put("uncovered", manifests.uncovered());
    json.put("undecided", manifests.undecided());
    json.put("removed", manifests.removed());
    ArrayNode partitions = json.putArray("partitions");
    for (ManifestCheck.Chain chain : manifests.chains()) {
      partitions
          .addObject()
          .put("topic", chain.topic())
          .put("partition", chain.partition())
          .put("firstOffset", chain.first())
          .put("endOffset", chain.end())
          .put("manifests", chain.manifests())
          .put("last", chain.last())
          .put("logIndex", chain.index());
    }
  }

  private static String text(@Nullable ManifestCheck manifests) {
    if (manifests == null || manifests.manifests() == 0) {
      return "none, nothing is covered by manifests";
    }
    return manifests.manifests()
        + " of "
        + manifests.chains().size()
        + " partitions, "
        + manifests.listed()
        + " attestations listed, "
        + manifests.unlisted()
        + " not yet, "
        + manifests.undecided()
        + " events open"
        + (manifests.uncovered() == 0
            ? ""
            : "; not covered by manifests: " + manifests.uncovered() + " attestations before them");
  }

  /** The result for people. */
  void print(PrintWriter out) {
    out.println(clean() ? "clean" : "NOT CLEAN");
    out.println("  source     " + source);
    out.println("  log        " + origin + ", " + size + " entries, root " + root);
    out.println(
        "  since      "
            + (sinceSize == null
                ? "the beginning"
                    + (witnessesSkipped == null
                        ? ""
                        : "; only --policy, or --state the next time, shows whether a newer part is gone")
                : "an audit of " + sinceSize + " entries, which the log still begins with"));
    out.println(
        String.format(
            Locale.ROOT,
            "  entries    %d checked from %d on, in %.1f s, %d/s",
            entries,
            from,
            seconds(),
            rate()));
    out.println(
        "  witnesses  "
            + (witnessesSkipped == null
                ? "cosigned by " + String.join(", ", cosigned)
                : "not asked: " + witnessesSkipped));
    out.println(
        "  decisions  "
            + (decisions != null
                ? decisions.compared()
                    + " decisions of "
                    + decisions.items()
                    + " work items as manifests list them, "
                    + decisions.unlisted()
                    + " not listed"
                : "not read: " + decisionsSkipped));
    out.println(
        "  documents  "
            + (documentsSkipped == null
                ? documents.checked()
                    + " read, "
                    + documents.missing()
                    + " no longer stored"
                    + (documents.expired() == 0 ? "" : ", " + documents.expired() + " expired")
                : "not read: " + documentsSkipped));
    out.println(
        "  lists      "
            + (lists != null
                ? lists.compared()
                    + " compared"
                    + (lists.left() == 0 ? "" : ", those of " + lists.left() + " entries not")
                : "not read: " + listsSkipped));
    out.println("  manifests  " + text(manifests));
    out.println("  replay     " + (replaySkipped == null ? "done" : "not done: " + replaySkipped));
    if (findingsTotal > 0) {
      out.println();
      out.println(findingsTotal + " findings, the first " + findings.size() + ":");
    }
    for (AuditFinding finding : findings) {
      out.println(
          finding.code()
              + (finding.logIndex() == null ? "" : " at entry " + finding.logIndex())
              + (finding.subject() == null ? "" : ", " + finding.subject()));
      out.println("  expected  " + finding.expected());
      out.println("  found     " + finding.found());
      out.println("  next      " + finding.next());
    }
    out.flush();
  }
}
