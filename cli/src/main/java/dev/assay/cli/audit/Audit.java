package dev.assay.cli.audit;

import dev.assay.cli.replay.AuditedExport;
import dev.assay.cli.replay.Progress;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Checks a whole log, or what was added to it since the last audit, and what its source has beside
 * it. It believes the auditor's own state and keys, and nothing that the source says.
 */
final class Audit {

  /**
   * What is wanted.
   *
   * @param trusted keys to believe, or null to believe those that the source names
   * @param state where the auditor keeps the state, or null
   * @param policy whose cosignatures the checkpoint must have, or null
   * @param documents whether reports and artifacts are read
   * @param decisions whether what decisions rest on is looked up
   * @param lists whether what lists find is compared
   */
  record Wanted(
      @Nullable AuditKeys trusted,
      @Nullable Path state,
      @Nullable TlogPolicy policy,
      boolean documents,
      boolean decisions,
      boolean lists) {}

  private final AuditSource source;
  private final Wanted wanted;
  private final Instant now;
  private final Progress progress;
  private final Findings findings = new Findings();
  private final TreeHasher hasher = new TreeHasher();
  private final Set<AuditFinding> unproved = new HashSet<>();
  private final AuditResult result;
  private long settled = Long.MAX_VALUE;

  Audit(AuditSource source, Wanted wanted, InstantSource clock, Progress progress) {
    this.source = source;
    this.wanted = wanted;
    this.now = clock.instant();
    this.progress = progress;
    this.result = new AuditResult(source.description());
  }

  /** Does all of it. */
  AuditResult run() throws IOException {
    long began = System.nanoTime();
    AuditMemory memory = AuditMemory.read(wanted, findings);
    AuditKeys trusted = wanted.trusted();
    AuditKeys keys = trusted == null ? source.keys() : trusted;
    String note = source.checkpoint();
    NoteKey key = signer(note, keys.log());
    if (key != null) {
      memory.compare(key, keys.attestations(), trusted != null);
    }
    witnessed(note, wanted.policy());
    Checkpoint head = head(note);
    if (head != null) {
      entries(note, head, key, keys, memory);
    }
    AuditedExport.Replayed replayed = source.replay();
    if (replayed == null) {
      result.replaySkipped = "it is for what assay export wrote; see --from";
    } else {
      findings.resume(replayed.total(), replayed.first().stream().map(Audit::replayed).toList());
    }
    if (head != null) {
      memory.done(note, now, settled);
    }
    result.findingsTotal = findings.count();
    result.findings = findings.first();
    result.nanos = System.nanoTime() - began;
    return result;
  }

  private static AuditFinding replayed(AuditedExport.Found found) {
    return new AuditFinding(
        found.code(), null, found.place(), found.expected(), found.found(), found.next());
  }

  /** The key that signed the checkpoint, under the name that the checkpoint has; or null. */
  private @Nullable NoteKey signer(String note, List<NoteKey> keys) {
    String why = "none is known";
    for (NoteKey key : keys) {
      try {
        SignedNote signed = SignedNote.parse(note).requireSignedBy(key, key.key());
        if (Checkpoint.parse(signed.text()).origin().equals(key.name())) {
          return key;
        }
        why = "another origin";
      } catch (RejectedInputException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    findings.add(
        AuditFinding.of(
            AuditCode.CHECKPOINT_SIGNATURE,
            null,
            "a checkpoint signed by one of " + keys.size() + " known log keys",
            why));
    return null;
  }

  /** Whether a quorum of the witnesses of {@code policy} has seen the checkpoint. */
  private void witnessed(String note, @Nullable TlogPolicy policy) {
    if (policy == null) {
      result.witnessesSkipped = "no policy was named; see --policy";
      return;
    }
    String quorum = "cosignatures of the quorum " + policy.quorum();
    try {
      TlogPolicy.Finding judged = policy.judge(SignedNote.parse(note));
      result.cosigned = judged.cosigned().stream().sorted().toList();
      if (!judged.met()) {
        findings.add(
            AuditFinding.of(AuditCode.QUORUM_MISSING, null, quorum, "those of " + result.cosigned));
      }
    } catch (RejectedInputException e) {
      findings.add(
          AuditFinding.of(AuditCode.QUORUM_MISSING, null, quorum, String.valueOf(e.getMessage())));
    }
  }

  /** What the checkpoint says, signed or not; null when it is none, which was told. */
  private static @Nullable Checkpoint head(String note) {
    try {
      return Checkpoint.parse(SignedNote.parse(note).text());
    } catch (RejectedInputException _) {
      return null;
    }
  }

  private void entries(
      String note, Checkpoint head, @Nullable NoteKey key, AuditKeys keys, AuditMemory memory)
      throws IOException {
    result.origin = head.origin();
    result.size = head.size();
    result.root = head.root().hex();
    @Nullable VerifiedTiles tiles = null;
    long start = 0;
    try {
      tiles = VerifiedTiles.of(source::tile, head);
      start = memory.start(tiles, head, !source.whole());
      Checkpoint kept = memory.since();
      if (memory.goesOn() && kept != null) {
        result.sinceSize = kept.size();
      }
    } catch (VerifiedTiles.UnprovedException e) {
      tell(e);
    }
    long firstBundle = source.whole() ? 0 : start / TilePath.FULL_WIDTH;
    Checkpoint since = memory.since();
    ProvedEntries proved = new ProvedEntries(source, head, tiles, key, firstBundle > 0);
    OrderCheck order =
        new OrderCheck(
            memory.sinceTime(), since == null ? 0 : since.size(), proved::below, findings);
    seen(tiles, firstBundle, order);
    ListedDecisions decided = wanted.decisions() && !source.whole() ? new ListedDecisions() : null;
    ManifestCheck manifests =
        new ManifestCheck(firstBundle == 0, proved.with(order::has), decided, findings);
    ShownAgents agents = new ShownAgents();
    ListCheck lists = wanted.lists() && !source.whole() ? new ListCheck(findings) : null;
    EntryChecks checks = new EntryChecks(order, manifests, decided == null ? null : agents, lists);
    DocumentCheck documents = new DocumentCheck(source, memory.documents());
    EntryCheck check = new EntryCheck(keys.attestations(), now);
    result.from = firstBundle * TilePath.FULL_WIDTH;
    DocumentCheck asked = wanted.documents() ? documents : null;
    try (EntryReader reader =
        new EntryReader(source, check, asked, memory.checkedBelow(), head.size())) {
      read(reader, note, head.size(), firstBundle, tiles, checks, documents, memory);
    }
    manifests.finish();
    settled = manifests.unsettledFrom(head.size());
    result.manifests = manifests;
    if (source.whole()) {
      result.decisionsSkipped = "the replay of an export compares them";
    } else if (decided != null) {
      DecisionCheck decisions =
          new DecisionCheck(
              source,
              id -> order.has(id) || proved.logged(id),
              decided,
              agents,
              start == 0,
              findings);
      source.items(
          start == 0 ? null : memory.sinceTime(),
          head.size() + AuditLimits.ITEMS_UNATTESTED_MAX,
          decisions::check);
      decisions.finish();
      result.decisions = decisions;
    } else {
      result.decisionsSkipped = "not asked for; see --decisions";
    }
    if (lists != null) {
      lists.finish(source, result.from, head.size());
      result.lists = lists;
    } else {
      result.listsSkipped = source.whole() ? "an export has none" : "not asked for; see --lists";
    }
    if (wanted.documents()) {
      result.documents = documents.counts();
    } else {
      result.documentsSkipped = "not asked for; see --documents";
    }
  }

  /** Tells the order check of the entries that were checked before. */
  private void seen(@Nullable VerifiedTiles tiles, long bundles, OrderCheck order) {
    for (long n = 0; tiles != null && n < bundles; n++) {
      progress.at("hash tile", n, bundles);
      try {
        tiles.tile(0, n).forEach(order::before);
      } catch (VerifiedTiles.UnprovedException e) {
        tell(e);
      }
    }
  }

  private void read(
      EntryReader reader,
      String note,
      long size,
      long firstBundle,
      @Nullable VerifiedTiles tiles,
      EntryChecks checks,
      DocumentCheck documents,
      AuditMemory memory)
      throws IOException {
    long next = firstBundle;
    AuditMemory.Read last = memory.read(next * TilePath.FULL_WIDTH, documents.counts());
    Future<List<EntryReader.Bundle>> reading = reader.bundles(next);
    try {
      while (next * TilePath.FULL_WIDTH < size) {
        List<EntryReader.Bundle> batch = EntryReader.result(reading);
        reading = reader.bundles(next + AuditLimits.BATCH_BUNDLES);
        List<List<Future<List<EntryCheck.Checked>>>> checked =
            batch.stream().map(reader::check).toList();
        for (int i = 0; i < batch.size(); i++) {
          take(batch.get(i), checked.get(i), tiles, checks, memory);
        }
        next += batch.size();
        last = memory.read(Math.min(next * TilePath.FULL_WIDTH, size), documents.counts());
        progress.at("entry", last.position(), size);
        if (resumable(tiles)) {
          memory.progress(note, last, checks.manifests()::unsettledFrom);
        }
      }
    } catch (IOException | RuntimeException e) {
      if (next > firstBundle && resumable(tiles)) {
        memory.save(note, last, checks.manifests()::unsettledFrom);
      }
      throw e;
    }
  }

  /** Whether another audit can go on here: nobody knows what entries are that no tile proves. */
  private boolean resumable(@Nullable VerifiedTiles tiles) {
    return tiles != null && unproved.isEmpty() && !source.whole();
  }

  private void take(
      EntryReader.Bundle bundle,
      List<Future<List<EntryCheck.Checked>>> tasks,
      @Nullable VerifiedTiles tiles,
      EntryChecks checks,
      AuditMemory memory)
      throws IOException {
    List<Hash> leaves = EntryReader.leaves(bundle);
    findings.of(memory.looked(bundle.first()));
    prove(bundle, leaves, tiles);
    int i = 0;
    for (Future<List<EntryCheck.Checked>> task : tasks) {
      for (EntryCheck.Checked checked : EntryReader.result(task)) {
        findings.of(memory.looked(bundle.first() + i));
        checked.findings().forEach(findings::add);
        checks.next(bundle.first() + i, leaves.get(i), checked);
        i++;
      }
    }
    findings.of(Findings.Of.ALL);
    result.entries += i;
  }

  /** Compares the entries of a bundle with the tree that the checkpoint covers. */
  private void prove(EntryReader.Bundle bundle, List<Hash> leaves, @Nullable VerifiedTiles tiles) {
    String path = TilePath.entries(bundle.index(), TilePath.FULL_WIDTH).text();
    if (leaves.isEmpty()) {
      findings.addProof(
          AuditFinding.at(
              AuditCode.ENTRY_MISSING, bundle.first(), path, "the entries of the bundle", "none"));
      return;
    }
    if (tiles == null) {
      return;
    }
    try {
      boolean full = leaves.size() == TilePath.FULL_WIDTH;
      if (full
          && tiles
              .subtree(TilePath.LEVEL_BITS, bundle.index())
              .equals(VerifiedTiles.root(hasher, leaves))) {
        return;
      }
      List<Hash> logged = tiles.tile(0, bundle.index());
      for (int i = 0; i < leaves.size(); i++) {
        if (!leaves.get(i).equals(logged.get(i))) {
          findings.addProof(
              AuditFinding.at(
                  AuditCode.ENTRY_DIFFERS,
                  bundle.first() + i,
                  path,
                  "an entry with the leaf hash " + logged.get(i).hex(),
                  leaves.get(i).hex()));
        }
      }
    } catch (VerifiedTiles.UnprovedException e) {
      tell(e);
    }
  }

  private void tell(VerifiedTiles.UnprovedException e) {
    if (unproved.size() < AuditLimits.FINDINGS_MAX && unproved.add(e.finding())) {
      findings.addOpen(e.finding());
    }
  }
}
