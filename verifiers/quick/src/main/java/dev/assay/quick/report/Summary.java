package dev.assay.quick.report;

import dev.assay.quick.ingest.Ingest.IngestCode;
import java.util.ArrayList;
import java.util.List;

/** The one-line summary of a run. */
final class Summary {

  private Summary() {}

  static String of(QuickResult result) {
    List<String> parts = new ArrayList<>();
    parts.add("Quick verification ended with verdict " + result.verdict().word());
    parts.add(result.units().size() + " unit(s) checked");
    if (result.has(IngestCode.INGEST_NO_ACTIONS)) {
      parts.add(HumanCopy.MSG_NO_TOOL_CALLS);
    } else if (result.has(IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY)) {
      parts.add(HumanCopy.MSG_NO_STRUCTURED_TOOL_ACTIVITY);
    } else if (!result.runCodes().isEmpty()) {
      parts.add("ingest: " + String.join(",", result.runCodes()));
    }
    return String.join(". ", parts) + ".";
  }
}
