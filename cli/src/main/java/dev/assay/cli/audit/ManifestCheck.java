package dev.assay.cli.audit;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Times;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the log with its manifests: those of each partition are a chain without gaps, what they
 * list is logged, what is logged is listed, and every event that was accepted is decided or
 * refused. For one thread.
 */
final class ManifestCheck {

  /** Looks for entries, and believes only what the tree proves. */
  interface Logged {

    /** Whether attestation {@code id} is an entry below {@code index}. */
    boolean below(String id, long index) throws IOException;

    /** The same, whatever its position, or after what is audited. */
    boolean anywhere(String id) throws IOException;

    /** The manifest of that id below {@code index}, when it was not among what was read. */
    Optional<Manifest> manifest(String id, long index) throws IOException;
  }

  /**
   * How far the manifests of a partition reach.
   *
   * @param first where their chain begins, or the part of it that was read
   * @param last id of the newest
   * @param index its position in the log
   * @param manifests how many were read
   */
  record Chain(
      String topic, int partition, long first, long end, String last, long index, long manifests) {}

  /** An attestation or a manifest that is listed or cited and was not found. */
  private record Missing(String id, long index, String manifest, boolean cited) {}

  private final Findings findings;
  private final Logged logged;
  private final boolean fromBeginning;
  private final @Nullable ListedDecisions decisions;
  private final Map<String, Chain> chains = new TreeMap<>();
  private final List<Missing> missing = new ArrayList<>();
  private final HashSetOfDigests listed = new HashSetOfDigests();
  private final HashSetOfDigests settled = new HashSetOfDigests();
  private final Unsettled attestations = new Unsettled();
  private final Unsettled events = new Unsettled();
  private final Stamps stamps = new Stamps();
  private final TopicOrder order = new TopicOrder();
  private boolean wholeTopic = true;
  private long firstManifest = Long.MAX_VALUE;
  private long firstListed = Long.MAX_VALUE;
  private long manifests;
  private long removed;
  private int underWay;
  private long missingFrom = Long.MAX_VALUE;
  private long settleAt = AuditLimits.SETTLE_EVERY;

  /**
   * A check that has seen nothing.
   *
   * @param fromBeginning whether the whole log is read
   * @param decisions where decisions are remembered, or null when nobody asks
   */
  ManifestCheck(
      boolean fromBeginning,
      Logged logged,
      @Nullable ListedDecisions decisions,
      Findings findings) {
    this.decisions = decisions;
    this.fromBeginning = fromBeginning;
    this.logged = logged;
    this.findings = findings;
  }

  /** The next entry. */
  void next(long index, EntryCheck.Checked entry) throws IOException {
    Half id = Half.of(entry.id());
    order.logged(id, index);
    Manifest manifest = entry.manifest();
    if (manifest != null) {
      manifests++;
      Instant made = Times.parsed(manifest.time());
      stamps.add(index, made.toEpochMilli());
      if (decisions != null && manifest.topic().equals(Topic.DECISIONS.name())) {
        decisions.covered(manifest.partition(), made);
      }
      chain(index, entry.id(), manifest);
      for (ManifestRecord record : manifest.records()) {
        record(index, entry.id(), manifest, record);
      }
    } else if (entry.statement() != null) {
      attestations.add(id, index);
    }
    if (attestations.size() + events.size() >= settleAt) {
      settle();
      settleAt = AuditLimits.SETTLE_EVERY + 2L * (attestations.size() + events.size());
    }
  }

  private void chain(long index, String id, Manifest manifest) throws IOException {
    String name = manifest.workItem();
    Chain before = chains.get(name);
    String previous = manifest.previous();
    if (before != null && !before.last().equals(previous)) {
      boolean dropped = previous != null && !logged.below(previous, index);
      findings.add(
          AuditFinding.at(
              dropped ? AuditCode.MANIFEST_MISSING : AuditCode.MANIFEST_FORKED,
              index,
              id,
              "the manifest of " + name + " after " + before.last(),
              previous == null ? "a first one" : "the one after " + previous));
    } else if (previous != null) {
      Long end = before == null ? end(previous, name, index) : Long.valueOf(before.end());
      if (end == null) {
        findings.add(
            AuditFinding.at(
                AuditCode.MANIFEST_MISSING,
                index,
                id,
                "the manifest " + previous + " of " + name + ", logged before it",
                "none"));
      } else if (end.longValue() != manifest.firstOffset()) {
        findings.add(
            AuditFinding.at(
                AuditCode.MANIFEST_GAP,
                index,
                id,
                "a manifest of " + name + " from offset " + end + " on",
                "one from offset " + manifest.firstOffset() + " on"));
      }
    }
    if (manifest.topic().equals(Topic.ATTESTATIONS.name())) {
      wholeTopic &= before != null || fromBeginning && manifest.firstOffset() == 0;
      boolean goesOn = before == null && previous != null && !fromBeginning;
      firstManifest = Math.min(firstManifest, goesOn ? 0 : index);
    }
    Long readFrom = manifest.readFrom();
    removed += readFrom == null ? 0 : readFrom - manifest.firstOffset();
    removed += previous == null ? manifest.firstOffset() : 0;
    String after = manifest.after();
    if (after != null && !logged.below(after, index)) {
      missing.add(new Missing(after, index, id, true));
    }
    chains.put(
        name,
        new Chain(
            manifest.topic(),
            manifest.partition(),
            before == null ? manifest.firstOffset() : before.first(),
            manifest.endOffset(),
            id,
            index,
            before == null ? 1 : before.manifests() + 1));
  }

  /** Where the manifest before the first that was read ends; null when it is not in the log. */
  private @Nullable Long end(String previous, String name, long index) throws IOException {
    return fromBeginning
        ? null
        : logged
            .manifest(previous, index)
            .filter(before -> before.workItem().equals(name))
            .map(Manifest::endOffset)
            .orElse(null);
  }

  private void record(long index, String id, Manifest manifest, ManifestRecord record)
      throws IOException {
    String attestation = record.attestation();
    if (attestation != null) {
      Half half = Half.of(attestation);
      var _ = listed.add(half.high(), half.low());
      order
          .misplaced(manifest.workItem(), half)
          .ifPresent(at ->
              findings.add(
                  AuditFinding.at(
                      AuditCode.ENTRY_MISPLACED,
                      at,
                      attestation,
                      "it behind what stands before it on "
                          + manifest.topic()
                          + "/"
                          + manifest.partition(),
                      "it before that")));
      if (!logged.below(attestation, index)) {
        missing.add(new Missing(attestation, index, id, false));
        if (missing.size() - underWay > AuditLimits.FINDINGS_MAX) {
          tellMissing();
        }
      }
    } else if (record.decision() != null && record.event() != null) {
      settle(Half.of(record.event()));
      if (decisions != null) {
        decisions.add(record.decision(), record.sha256());
      }
    } else if (record.refused() != null) {
      settle(Half.place(record.refused().partition(), record.refused().offset()));
    } else if (manifest.topic().equals(Topic.EXECUTIONS.name())) {
      Half place = Half.place(manifest.partition(), record.offset());
      events.add(record.event() == null ? place : Half.of(record.event()), place, index);
    }
  }

  private void settle() {
    firstListed = Math.min(firstListed, attestations.settle(listed));
    events.settle(settled);
  }

  /**
   * From which entry on manifests must list every attestation: from the first one that they list
   * when the topic was whole, and otherwise from the first manifest.
   */
  private long coveredFrom() {
    return wholeTopic ? Math.min(firstListed, firstManifest) : firstManifest;
  }

  private void settle(Half half) {
    var _ = settled.add(half.high(), half.low());
  }

  /**
   * The position from which on a later audit has to read again, because manifests do not settle all
   * that stands there yet; {@code otherwise} when they do.
   */
  long unsettledFrom(long otherwise) {
    settle();
    long from = Math.min(missingFrom, Math.min(events.first(0), attestations.first(coveredFrom())));
    for (Missing each : missing) {
      from = Math.min(from, each.index());
    }
    return Math.min(from, otherwise);
  }

  /** Tells what the manifests do not settle, now that all entries were read. */
  void finish() throws IOException {
    tellMissing();
    settle();
    attestations.each(
        coveredFrom(),
        (half, index) -> {
          if (overdue(stamps.after(index), AuditLimits.UNLISTED_MAX.toMillis())) {
            findings.add(
                AuditFinding.at(
                    AuditCode.ATTESTATION_UNLISTED,
                    index,
                    half.text(),
                    "a manifest that lists the attestation within " + AuditLimits.UNLISTED_MAX,
                    "none"));
          }
        });
    events.each(
        0,
        (half, index) -> {
          if (overdue(stamps.after(index - 1), AuditLimits.UNDECIDED_MAX.toMillis())) {
            findings.add(
                AuditFinding.at(
                    AuditCode.EVENT_UNDECIDED,
                    index,
                    half.text(),
                    "a decision or a refusal of the event within " + AuditLimits.UNDECIDED_MAX,
                    "none up to " + Instant.ofEpochMilli(stamps.newest())));
          }
        });
  }

  private boolean overdue(long sinceMillis, long max) {
    return sinceMillis != Long.MAX_VALUE && stamps.newest() - sinceMillis > max;
  }

  /** What a manifest lists was on the topic before it, and is logged before it. */
  private void tellMissing() throws IOException {
    List<Missing> open = new ArrayList<>();
    for (Missing each : missing) {
      if (logged.anywhere(each.id())) {
        continue;
      }
      if (each.cited()
          && !overdue(stamps.after(each.index() - 1), AuditLimits.UNDER_WAY_MAX.toMillis())) {
        open.add(each);
        continue;
      }
      missingFrom = Math.min(missingFrom, each.index());
      findings.addOpen(
          AuditFinding.at(
              each.cited() ? AuditCode.MANIFEST_MISSING : AuditCode.ATTESTATION_DROPPED,
              each.index(),
              each.manifest(),
              each.cited()
                  ? "the manifest " + each.id() + " that it comes after"
                  : "the attestation " + each.id() + " that it lists, logged before it",
              "none"));
    }
    missing.clear();
    missing.addAll(open);
    underWay = open.size();
  }

  /** How far each partition's manifests reach. */
  List<Chain> chains() {
    return List.copyOf(chains.values());
  }

  /** Manifests that were read. */
  long manifests() {
    return manifests;
  }

  /** Attestations that the manifests list, each once. */
  long listed() {
    return listed.size();
  }

  /** Attestations that no manifest lists yet; to be asked after {@link #finish}. */
  long unlisted() {
    return attestations.count(coveredFrom());
  }

  /** Attestations from before there were manifests, or all when there are none. */
  long uncovered() {
    return attestations.size() - unlisted();
  }

  /** Events that are neither decided nor refused. */
  long undecided() {
    return events.size();
  }

  /** Records that their topics had removed before a manifest could cover them. */
  long removed() {
    return removed;
  }
}
