package dev.assay.cli.audit;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.store.AttestationKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the last audit of a log left in the auditor's file, and what this one leaves. */
final class AuditMemory {

  private final @Nullable Path file;
  private final @Nullable AuditState last;
  private final Audit.Wanted wanted;
  private final Findings findings;
  private String logKey = "";
  private List<String> keys = List.of();
  private Map<String, String> ends = Map.of();
  private boolean writes;
  private boolean goesOn;
  private long savedAt;
  private long checkedBelow;
  private AuditState.Documents read = AuditState.Documents.NONE;

  /**
   * Up to where entries were checked, with what was found of them.
   *
   * @param documents how many of their reports and artifacts were read
   */
  record Read(long position, Findings.Found found, AuditState.Documents documents) {}

  private AuditMemory(Audit.Wanted wanted, @Nullable AuditState last, Findings findings) {
    this.file = wanted.state();
    this.last = last;
    this.wanted = wanted;
    this.findings = findings;
  }

  /** What is in the file of {@code wanted}; nothing when there is none. */
  static AuditMemory read(Audit.Wanted wanted, Findings findings) throws IOException {
    Path file = wanted.state();
    return new AuditMemory(wanted, file == null ? null : AuditState.read(file), findings);
  }

  /**
   * Compares the keys with those of the last audit.
   *
   * @param trusted whether the auditor named them
   */
  void compare(NoteKey log, List<AttestationKey> attestations, boolean trusted) {
    logKey = log.vkey();
    keys = attestations.stream().map(key -> key.key().keyId()).toList();
    ends = ends(attestations);
    writes = file != null;
    if (last == null) {
      return;
    }
    if (!last.logKey().equals(logKey)) {
      findings.add(
          AuditFinding.of(AuditCode.LOG_KEY_CHANGED, null, "the log key " + last.logKey(), logKey));
      writes = false;
    }
    for (String key : keys) {
      if (!trusted && !last.attestationKeys().contains(key)) {
        findings.add(
            AuditFinding.of(
                AuditCode.ATTESTATION_KEY_NEW,
                null,
                "one of the keys " + String.join(", ", last.attestationKeys()),
                key));
      }
    }
    if (!trusted) {
      last.keyEnds().forEach(this::compareEnd);
    }
  }

  private static Map<String, String> ends(List<AttestationKey> attestations) {
    Map<String, String> ends = new TreeMap<>();
    for (AttestationKey key : attestations) {
      Instant end = key.notAfter();
      if (end != null) {
        ends.put(key.key().keyId(), Times.text(end));
      }
    }
    return ends;
  }

  private void compareEnd(String key, String before) {
    String end = ends.get(key);
    boolean extended =
        end == null ? keys.contains(key) : Times.instant(end).isAfter(Times.instant(before));
    if (extended) {
      findings.add(
          AuditFinding.of(
              AuditCode.ATTESTATION_KEY_EXTENDED,
              null,
              "the key " + key + " out of use since " + before,
              end == null ? "it in use" : "it in use until " + end));
    }
  }

  /** The checkpoint below which all was found right, unless there is none for this log. */
  @Nullable Checkpoint since() {
    return last == null || !last.logKey().equals(logKey) ? null : head(last.checkpoint());
  }

  /** When that was, or null. */
  @Nullable Instant sinceTime() {
    return since() == null || last == null || last.auditedAt() == null
        ? null
        : Times.instant(last.auditedAt());
  }

  /**
   * Where to go on: what is below was checked, and is still what the log begins with. 0 when there
   * is no such place.
   *
   * @param resumes whether an audit that was interrupted goes on
   */
  long start(VerifiedTiles tiles, Checkpoint head, boolean resumes) {
    Checkpoint since = since();
    if (since != null && !extended(since, tiles, head)) {
      return 0;
    }
    goesOn = since != null;
    long done = since == null ? 0 : since.size();
    if (since != null && last != null && last.manifestsFrom() != null) {
      done = Math.min(done, last.manifestsFrom());
    }
    AuditState.Progress begun = last == null || !writes || !resumes ? null : last.progress();
    Checkpoint reading = begun == null ? null : head(begun.checkpoint());
    if (begun == null
        || reading == null
        || !extended(reading, tiles, head)
        || !begun.serves(used(), wanted.documents())) {
      return done;
    }
    findings.resume(begun.findingsTotal(), begun.findings());
    savedAt = begun.checkedBelow();
    checkedBelow = begun.checkedBelow();
    read = Objects.requireNonNullElse(begun.documents(), read);
    boolean compares = wanted.lists() || wanted.decisions();
    return compares ? Math.min(done, begun.position()) : begun.position();
  }

  /** The digest of the keys by which this audit checks, with their ends. */
  private String used() {
    return Digests.sha256Hex(
        keys.stream()
            .sorted()
            .map(key -> key + " " + ends.getOrDefault(key, "") + "\n")
            .collect(Collectors.joining()));
  }

  /** The documents of what an audit that was interrupted checked. To be asked after the start. */
  AuditState.Documents documents() {
    return read;
  }

  /**
   * Entries below this were checked by an audit that was interrupted, those from the {@link #start}
   * on too; they are read again for what manifests, lists and decisions say of them. To be asked
   * after the start.
   */
  long checkedBelow() {
    return checkedBelow;
  }

  /** What entry {@code index} is to this audit. To be asked after the start. */
  Findings.Of looked(long index) {
    return index < checkedBelow ? Findings.Of.ENTRY_AGAIN : Findings.Of.ENTRY;
  }

  /** Whether the log begins with what an earlier audit found right; to be asked after the start. */
  boolean goesOn() {
    return goesOn;
  }

  private static @Nullable Checkpoint head(@Nullable String note) {
    try {
      return note == null ? null : Checkpoint.parse(SignedNote.parse(note).text());
    } catch (RejectedInputException _) {
      return null;
    }
  }

  /** Whether {@code head} goes on from {@code before}; when not, that is the proof, and stays. */
  private boolean extended(Checkpoint before, VerifiedTiles tiles, Checkpoint head) {
    if (before.size() > head.size()) {
      findings.add(
          AuditFinding.of(
              AuditCode.LOG_SHRANK,
              null,
              "at least the " + before.size() + " entries of an earlier audit",
              head.size() + " entries"));
      writes = false;
      return false;
    }
    Hash root = MerkleProofs.root(tiles, before.size());
    if (!root.equals(before.root())) {
      findings.add(
          AuditFinding.of(
              AuditCode.HISTORY_CHANGED,
              null,
              "the root " + before.root().hex() + " over the first " + before.size() + " entries",
              "the root " + root.hex()));
      writes = false;
      return false;
    }
    return true;
  }

  /** All entries below {@code position} were checked. */
  Read read(long position, AuditState.Documents counts) {
    return new Read(position, findings.ofEntries(), counts);
  }

  /**
   * This much of the log of {@code note} was checked.
   *
   * @param settled up to where manifests settle it
   */
  void progress(String note, Read checked, LongUnaryOperator settled) {
    if (checked.position() - savedAt >= AuditLimits.SAVE_EVERY_ENTRIES) {
      savedAt = checked.position();
      save(note, checked, settled);
    }
  }

  /** The same, whenever the last time was. */
  void save(String note, Read checked, LongUnaryOperator settled) {
    if (writes && file != null) {
      state(
              since() == null || last == null ? null : last.checkpoint(),
              last == null ? null : last.auditedAt(),
              new AuditState.Progress(
                  note,
                  settled.applyAsLong(checked.position()),
                  Math.max(checked.position(), checkedBelow),
                  used(),
                  wanted.documents() ? checked.documents() : null,
                  checked.found().total(),
                  checked.found().first()))
          .write(file);
    }
  }

  /**
   * The audit is over; when it found nothing the next one begins where it ended.
   *
   * @param settled up to where manifests settle the log
   */
  void done(String note, Instant began, long settled) {
    if (!writes || file == null) {
      return;
    }
    if (findings.count() == 0) {
      Checkpoint head = head(note);
      Long again = head == null || settled >= head.size() ? null : Long.valueOf(settled);
      new AuditState(AuditState.FORMAT, logKey, keys, ends, note, Times.text(began), null, again)
          .write(file);
    } else {
      state(last == null ? null : last.checkpoint(), last == null ? null : last.auditedAt(), null)
          .write(file);
    }
  }

  private AuditState state(
      @Nullable String checkpoint,
      @Nullable String auditedAt,
      AuditState.@Nullable Progress progress) {
    return new AuditState(
        AuditState.FORMAT,
        logKey,
        last == null ? keys : last.attestationKeys(),
        last == null ? ends : last.keyEnds(),
        checkpoint,
        auditedAt,
        progress,
        last == null ? null : last.manifestsFrom());
  }
}
