package dev.assay.quick.ingest;

import dev.assay.quick.ingest.Ingest.Action;
import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.schemas.json.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps the first of equal actions (specification A.8). */
final class Dedupe {

  /** What makes two actions equal, without a copy of what may be megabytes. */
  private record Identity(String digest, String toolName) {}

  private Dedupe() {}

  static Ingest of(Extraction extraction, int malformedLines) {
    List<Action> actions = new ArrayList<>();
    List<String> dropped = new ArrayList<>();
    Set<Identity> seen = new HashSet<>();
    for (Extraction.Call call : extraction.calls()) {
      if (seen.add(new Identity(call.digest(), call.toolName()))) {
        actions.add(
            new Action(actions.size(), call.toolName(), call.params(), call.flat(), call.digest()));
      } else {
        dropped.add(key(call.digest(), call.toolName()));
      }
    }
    List<IngestCode> codes =
        extraction.capExceeded() ? List.of(IngestCode.INGEST_ACTION_CAP) : List.of();
    return new Ingest(
        List.copyOf(actions),
        extraction.calls().size(),
        codes,
        malformedLines,
        List.copyOf(dropped));
  }

  private static String key(String digest, String toolName) {
    StringBuilder key = new StringBuilder(digest.length() + toolName.length() + 24);
    key.append("{\"flat\":").append(digest).append(",\"toolName\":");
    JsonString.append(key, toolName);
    return key.append('}').toString();
  }
}
