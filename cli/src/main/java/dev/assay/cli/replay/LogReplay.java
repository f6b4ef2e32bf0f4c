package dev.assay.cli.replay;

import dev.assay.cli.replay.Difference.Code;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rebuilds the log's tree from the rebuilt attestations, in the order of the log. */
final class LogReplay {

  /**
   * What came of it.
   *
   * @param matchesAt the size at which the tree had the expected root, or null
   */
  record Result(
      String origin,
      long size,
      String root,
      boolean checkpointMatches,
      boolean signatureChecked,
      @Nullable Long matchesAt) {}

  private final TreeHasher hasher = new TreeHasher();
  private final Map<String, Hash> leaves = new HashMap<>();
  private final Map<String, OutputRecord> mustHold = new HashMap<>();
  private int manifests;

  /** An attestation was rebuilt. */
  void rebuilt(String id, byte[] statement) {
    if (!leaves.containsKey(id)) {
      leaves.put(id, hasher.leaf(statement));
    }
  }

  /** A manifest is on its topic; false when it was there before. */
  boolean manifest(String id, byte[] statement) {
    boolean fresh = leaves.putIfAbsent(id, hasher.leaf(statement)) == null;
    manifests += fresh ? 1 : 0;
    return fresh;
  }

  /** An attestation that the store has taken. */
  void taken(OutputRecord attestation) {
    mustHold.putIfAbsent(attestation.id(), attestation);
  }

  int rebuiltCount() {
    return leaves.size() - manifests;
  }

  /**
   * Compares {@code log} with what was rebuilt.
   *
   * @param expected the root that the log should have, or null
   */
  Result compare(LogView log, @Nullable Hash expected, Differences differences, Progress progress)
      throws IOException {
    Checkpoint head;
    try {
      head = log.head();
    } catch (RejectedInputException e) {
      differences.add(
          new Difference(
              Code.LOG_ROOT_DIFFERS,
              Long.MAX_VALUE,
              null,
              null,
              null,
              "a signed checkpoint",
              SafeText.text(String.valueOf(e.getMessage()))));
      head = new Checkpoint("unknown", 0, CompactRange.empty().root());
    }
    CompactRange range = CompactRange.empty();
    Set<String> held = new HashSet<>();
    long size = head.size();
    Long[] matchesAt = {null};
    log.entries()
        .read(
            size,
            (index, statement) -> {
              progress.at("log entry", index, size);
              String id = Digests.sha256Hex(statement);
              Hash leaf = leaves.get(id);
              boolean fresh = held.add(id);
              if (leaf == null || !fresh) {
                differences.add(entry(Code.LOG_ENTRY_INVENTED, index, id, fresh));
              }
              range.append(leaf == null ? hasher.leaf(statement) : leaf);
              if (expected != null && range.root().equals(expected)) {
                matchesAt[0] = range.size();
              }
            });
    mustHold.values().stream()
        .filter(attestation -> !held.contains(attestation.id()))
        .forEach(attestation ->
            differences.add(
                new Difference(
                    Code.LOG_ENTRY_MISSING,
                    attestation.timeMillis(),
                    attestation.place(),
                    null,
                    attestation.workItem(),
                    "attestation " + attestation.id() + " in the log",
                    "none below size " + size)));
    boolean whole = range.size() == size && range.root().equals(head.root());
    if (!whole) {
      differences.add(
          new Difference(
              Code.LOG_ROOT_DIFFERS,
              Long.MAX_VALUE,
              null,
              null,
              null,
              "the checkpoint's size " + size + " and root " + head.root().hex(),
              "size " + range.size() + " and root " + range.root().hex()));
    }
    if (expected != null && !range.root().equals(expected)) {
      differences.add(unexpected(expected, range, matchesAt[0]));
    }
    return new Result(
        head.origin(), range.size(), range.root().hex(), whole, log.key() != null, matchesAt[0]);
  }

  private static Difference entry(Code code, long index, String id, boolean fresh) {
    return new Difference(
        code,
        Long.MAX_VALUE,
        null,
        null,
        null,
        fresh ? "an attestation that the replay rebuilds" : "every attestation once",
        "entry " + index + " of the log, attestation " + id);
  }

  private static Difference unexpected(Hash expected, CompactRange range, @Nullable Long at) {
    return new Difference(
        Code.EXPECTED_ROOT_DIFFERS,
        Long.MAX_VALUE,
        null,
        null,
        null,
        "the root " + expected.hex(),
        range.root().hex()
            + " at size "
            + range.size()
            + (at == null ? "" : "; the expected root is that of the first " + at + " entries"));
  }
}
