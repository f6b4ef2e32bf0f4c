package dev.assay.cli.audit;

import dev.assay.core.merkle.Hash;
import dev.assay.schemas.Digests;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Checks entries against those before them: each once, none older than what came before it, each
 * input before what cites it. For one thread.
 */
final class OrderCheck {

  /** Looks for what is not among the entries that were read. */
  @FunctionalInterface
  interface Earlier {

    /** Whether attestation {@code id} is proved to be an entry below {@code index}. */
    boolean has(String id, long index) throws IOException;
  }

  private final HashSetOfDigests leaves = new HashSetOfDigests();
  private final HashSetOfDigests ids = new HashSetOfDigests();
  private final LongsByDigest newestTimes = new LongsByDigest();
  private final @Nullable Instant lastAudit;
  private final long unseenFrom;
  private final Earlier earlier;
  private final Findings findings;

  /**
   * A check that has seen nothing.
   *
   * @param lastAudit when the last audit saw everything below {@code unseenFrom}, or null
   */
  OrderCheck(@Nullable Instant lastAudit, long unseenFrom, Earlier earlier, Findings findings) {
    this.lastAudit = lastAudit;
    this.unseenFrom = unseenFrom;
    this.earlier = earlier;
    this.findings = findings;
  }

  /** The leaf of an entry that an earlier audit has checked. */
  void before(Hash leaf) {
    var _ = add(leaves, Half.of(leaf.toBytes()));
  }

  /** Whether attestation {@code id} is one of the entries that were read. */
  boolean has(String id) {
    Half half = Half.of(id);
    return ids.has(half.high(), half.low());
  }

  /** The next entry. */
  void next(long index, Hash leaf, EntryCheck.Checked entry) throws IOException {
    if (!add(leaves, Half.of(leaf.toBytes()))) {
      findings.add(
          AuditFinding.at(
              AuditCode.ENTRY_REPEATED,
              index,
              entry.id(),
              "every attestation once",
              "one that is logged before"));
    }
    for (String input : entry.inputs()) {
      if (!has(input) && !earlier.has(input, index)) {
        findings.add(
            AuditFinding.at(
                AuditCode.INPUT_MISSING,
                index,
                entry.id(),
                "the attestation " + input + " that it cites, logged before it",
                "none"));
      }
    }
    var _ = add(ids, Half.of(entry.id()));
    StoredAttestation statement = entry.statement();
    if (statement != null) {
      time(index, statement);
    }
  }

  private void time(long index, StoredAttestation statement) {
    Half item = Half.of(Digests.sha256Hex(statement.workItem()));
    long newest = newestTimes.get(item);
    newestTimes.put(item, Math.max(newest, statement.time().toEpochMilli()));
    Instant oldest =
        newest == LongsByDigest.NONE ? null : less(newest, AuditLimits.CLOCKS_APART_MAX);
    if (oldest != null && statement.time().isBefore(oldest)) {
      backdated(index, statement, "an entry of " + statement.workItem() + " not before " + oldest);
    } else if (lastAudit != null
        && index >= unseenFrom
        && statement.time().isBefore(lastAudit.minus(AuditLimits.LATE_MAX))) {
      backdated(
          index,
          statement,
          "an entry not before "
              + lastAudit.minus(AuditLimits.LATE_MAX)
              + ", since the last audit"
              + " has not seen it");
    }
  }

  private static Instant less(long millis, Duration by) {
    return Instant.ofEpochMilli(millis).minus(by);
  }

  private void backdated(long index, StoredAttestation statement, String expected) {
    findings.add(
        AuditFinding.at(
            AuditCode.TIME_BACKDATED, index, statement.id(), expected, "" + statement.time()));
  }

  private static boolean add(HashSetOfDigests set, Half half) {
    return set.add(half.high(), half.low());
  }
}
