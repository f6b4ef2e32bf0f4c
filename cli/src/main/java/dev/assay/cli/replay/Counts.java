package dev.assay.cli.replay;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a replay counted. */
final class Counts {

  final Map<String, Long> records = new TreeMap<>();
  long manifests;
  long rerouted;
  long refused;
  long canaries;
  long pending;
  long workItems;
  long reordered;
  long searchStopped;
  long searched;
  long signaturesChecked;
  long signaturesOfUnknownKeys;
  long documentsChecked;
  long documentsMissing;
  final Map<String, Long> policyDigests = new TreeMap<>();

  private final Set<String> rebuiltDecisions = new HashSet<>();

  void rebuiltDecision(String id) {
    rebuiltDecisions.add(id);
  }

  long rebuiltDecisions() {
    return rebuiltDecisions.size();
  }

  void record(String topic) {
    records.merge(topic, 1L, Long::sum);
  }
}
