package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.ApprovalQuery;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionReads;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.IndexReads;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemQuery;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.LogScrub;
import dev.assay.store.log.LogStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attestations, decisions and work items, kept for good. An attestation that {@link #write}
 * returned for is durable, has a position in the log that never changes, and is covered by a
 * published checkpoint.
 *
 * <p>Writing is idempotent: the same attestation or decision twice is one. A process may be killed
 * at any instant; {@link #open} then finishes what was begun. Safe for many threads; writes happen
 * one after another.
 */
public final class AttestationStore implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AttestationStore.class);

  private final AttestationIndex index;
  private final OpenLog log;
  private final Sequencer sequencer;
  private final Scrubbing scrubbing;
  private final CosignedCheckpoints cosigned;
  private final LogProofs proofs;
  private final List<PublishedKey> keys;

  private AttestationStore(
      AttestationIndex index,
      OpenLog log,
      NoteKey key,
      Ed25519Key signer,
      List<PublishedKey> keys) {
    this.index = index;
    this.log = log;
    this.sequencer = new Sequencer(index, log.tiles(), log.journal(), log.rows());
    this.scrubbing =
        Scrubbing.start(new LogScrub(log.tiles(), log.storage(), index::ids), sequencer::stop);
    this.cosigned = CosignedCheckpoints.open(log.tiles(), log.storage(), key);
    this.proofs = new LogProofs(log.tiles(), sequencer, cosigned, key, signer);
    this.keys = keys;
  }

  /**
   * Opens the store, creating directory, schema and key where they are missing, and finishes what
   * an earlier process left undone.
   *
   * @param clock says when a fresh key was created
   * @throws StoreUnavailableException when database or directory cannot be reached
   * @throws StoreCorruptException when log, index and keys contradict each other, or another
   *     process writes here
   */
  public static AttestationStore open(StoreConfig config, Clock clock) {
    try {
      return open(config, clock, DirectoryStorage.open(config.logDirectory()));
    } catch (IOException e) {
      throw new StoreUnavailableException("opening the log in " + config.logDirectory(), e);
    }
  }

  /** Opens the store over {@code storage}, which it closes. */
  static AttestationStore open(StoreConfig config, Clock clock, LogStorage storage) {
    AttestationIndex index = null;
    OpenLog log = null;
    boolean done = false;
    try {
      index = AttestationIndex.open(config.database());
      LogIdentity identity = new LogIdentity(config, index);
      Ed25519Key signer = identity.signer(clock.instant());
      NoteKey key = new NoteKey(config.origin(), signer.publicKey());
      identity.require(key);
      log = OpenLog.open(config, storage, index.rows(), key, signer);
      identity.claim(key);
      Referring.finish(index);
      LOG.atInfo()
          .addKeyValue("origin", config.origin())
          .addKeyValue("size", log.tiles().snapshot().size())
          .log("attestation store open");
      AttestationStore store =
          new AttestationStore(index, log, key, signer, PublishedKey.all(config, key, signer));
      done = true;
      return store;
    } finally {
      if (!done) {
        OpenLog.closeAll(index, log == null ? storage : log);
      }
    }
  }

  /**
   * Writes everything in {@code batch} in one transaction, integrates its new attestations into the
   * log and publishes a checkpoint that covers them.
   *
   * @throws StoreUnavailableException when database or directory failed; the same batch may be
   *     written again
   * @throws StoreCorruptException when database and log no longer end where this store left them;
   *     nothing is written from then on
   */
  public Appended write(Batch batch) {
    return sequencer.write(batch);
  }

  /** {@link #write} for attestations alone. */
  public Appended append(List<StoredAttestation> attestations) {
    return write(new Batch(attestations, List.of(), List.of()));
  }

  /** {@link #write} for decisions alone. */
  public void recordDecisions(List<DecisionRow> decisions) {
    write(new Batch(List.of(), decisions, List.of()));
  }

  /** {@link #write} for work items alone. */
  public void upsertWorkItems(List<WorkItemRow> workItems) {
    write(new Batch(List.of(), List.of(), workItems));
  }

  /**
   * A page of attestations. Only attestations that the published checkpoint covers are listed, so
   * every one of them can be proved.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<AttestationQuery.Listing> attestations(AttestationQuery query) {
    return index.reads().attestations(query, log.tiles().snapshot().size());
  }

  /** What the attestations that the published checkpoint covers say together. */
  public StoreSummaries summaries() {
    return new StoreSummaries(index.reads(), this::logSize);
  }

  /** At most {@code limit} attestations in the order of the log, from {@code from} on. */
  public List<IndexReads.Kept> logged(long from, int limit) {
    return index.reads().between(from, Math.min(from + limit, logSize()));
  }

  /**
   * The list line of attestation {@code id}.
   *
   * @throws StoreCorruptException when it is not found in a database that lost rows
   */
  public Optional<AttestationQuery.Listing> attestation(String id) {
    return known(index.reads().attestation(id));
  }

  /**
   * Whether an attestation about work of one of {@code fleets} names the artifact or report {@code
   * sha256}; of an artifact that very many name, the newest count.
   */
  public boolean names(Set<String> fleets, String sha256) {
    return index.reads().names(fleets, sha256);
  }

  /**
   * The list lines of those of {@code ids}, at most a batch of them, that are kept here. For who
   * writes: it waits for writes, and finds at hand what they need.
   */
  public List<AttestationQuery.Listing> attestations(Collection<String> ids) {
    return sequencer.betweenWrites(() -> index.attestations(ids));
  }

  /** Those of {@code ids}, at most a batch of them, that are kept here; for who writes. */
  public Set<String> kept(Collection<String> ids) {
    return sequencer.betweenWrites(() -> index.known(ids));
  }

  private <T> Optional<T> known(Optional<T> found) {
    if (found.isEmpty()) {
      sequencer.requireGoingOn();
    }
    return found;
  }

  /** The DSSE envelope document of attestation {@code id}, as JSON. */
  public Optional<byte[]> envelope(String id) {
    return known(index.reads().envelope(id));
  }

  /** The C2SP tlog-proof that attestation {@code id} is in the log. */
  public Optional<String> proof(String id) {
    return known(index.reads().position(id)).map(proofs::text);
  }

  /**
   * The COSE receipt that attestation {@code id} is in the log at its current checkpoint; empty
   * also while it is the only one.
   */
  public Optional<byte[]> receipt(String id) {
    return known(index.reads().position(id)).flatMap(position -> proofs.receipt(id, position));
  }

  /** See {@link CosignedCheckpoints#consistency}. */
  public List<Hash> consistency(long oldSize, long newSize) {
    return cosigned.consistency(oldSize, newSize);
  }

  /** The newest signed checkpoint, a C2SP signed note. */
  public String checkpoint() {
    return log.tiles().snapshot().note();
  }

  /** The last checkpoint that log witnesses cosigned, and what readers are shown. */
  public CosignedCheckpoints cosigned() {
    return cosigned;
  }

  /** The log's unique name, the first line of its checkpoints. */
  public String origin() {
    return log.tiles().snapshot().head().origin();
  }

  /** Number of leaves that the newest checkpoint covers. */
  public long logSize() {
    return log.tiles().snapshot().size();
  }

  /**
   * The tile or entry bundle that is served under {@code path}, for example {@code
   * tile/0/x001/234.p/17}, without a leading slash. Empty when the path is not of the format or the
   * published tree has no such tile.
   */
  public Optional<byte[]> tile(String path) {
    return TilePath.parse(path).flatMap(log.tiles()::tile);
  }

  /**
   * A page of work items, those first seen last first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<WorkItemRow> workItems(WorkItemQuery query) {
    return index.reads().workItems(query);
  }

  /** The work item {@code id}. */
  public Optional<WorkItemRow> workItem(String id) {
    return index.reads().workItem(id);
  }

  /**
   * A page of open questions, those that are due first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<ApprovalQuery.Listing> approvals(ApprovalQuery query) {
    return index.reads().approvals(query);
  }

  /** Reads of decisions. */
  public DecisionReads decisions() {
    return index.reads().decisions();
  }

  /**
   * Why the store cannot answer at present, in a sentence; empty when it can. An index that is
   * ahead of the log is integrated; it is a problem only when that fails.
   */
  public Optional<String> problem() {
    return sequencer.problem();
  }

  /**
   * Why nothing is written any more, in a sentence that says what to do; empty when all is well. It
   * stays until the process ends.
   */
  public Optional<String> contradiction() {
    return sequencer.contradiction();
  }

  /**
   * Stops all writing when {@code note} is a checkpoint that this log's key has signed and the log
   * does not begin with what it covers: log and database were restored from a backup then. Other
   * texts say nothing.
   */
  public void remember(String note) {
    sequencer.remember(note);
  }

  /** Whether a repair has asked for the topics to be read from their beginning. */
  public boolean topicsAreReadAgain() {
    return index.required(AttestationIndex.Task.READ_TOPICS_AGAIN);
  }

  /** They will be. */
  public void topicsReadAgain() {
    sequencer.betweenWrites(() -> {
      index.done(AttestationIndex.Task.READ_TOPICS_AGAIN);
      return index;
    });
  }

  /** The keys to publish: those of attestations, then the log's. */
  public List<PublishedKey> keys() {
    return keys;
  }

  @Override
  public void close() {
    scrubbing.close();
    sequencer.betweenWrites(() -> {
      OpenLog.closeAll(index, log);
      return log;
    });
  }

  /**
   * What one write did.
   *
   * @param added attestations that became leaves
   * @param known attestations that were leaves already
   * @param logSize leaves of the checkpoint that is published now
   */
  public record Appended(int added, int known, long logSize) {}
}
