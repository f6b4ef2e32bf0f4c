package dev.assay.quick.ingest;

import java.util.List;

/**
 * What the input holds.
 *
 * @param actions distinct actions in order of first appearance
 * @param extracted actions before dedupe
 * @param reasonCodes ingest codes in the order of the specification
 * @param malformedLines lines of the log that are no JSON after salvage
 * @param droppedKeys action keys of dropped duplicates
 */
public record Ingest(
    List<Action> actions,
    int extracted,
    List<IngestCode> reasonCodes,
    int malformedLines,
    List<String> droppedKeys) {

  /** The input was not read, because it is larger than the limit. */
  public static Ingest tooLarge() {
    return new Ingest(List.of(), 0, List.of(IngestCode.INGEST_INPUT_TOO_LARGE), 0, List.of());
  }

  /** Whether the input exceeded the byte limit. */
  public boolean isTooLarge() {
    return reasonCodes.contains(IngestCode.INGEST_INPUT_TOO_LARGE);
  }
}
