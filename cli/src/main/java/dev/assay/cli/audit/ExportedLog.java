package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.client.FileDigests;
import dev.assay.cli.replay.AuditedExport;
import dev.assay.cli.replay.Progress;
import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.store.AttestationKey;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The log of an export. Its tiles are computed from its entries, and the signatures are those of
 * the records of its topic. For one thread.
 */
final class ExportedLog implements AuditSource {

  private final AuditedExport export;
  private final @Nullable Progress replaying;
  private final List<byte[]> levels = new ArrayList<>();
  private final Map<String, HashSetOfDigests> signed = new HashMap<>();
  private AuditedExport.Entries entries;
  private long nextBundle;

  private ExportedLog(
      AuditedExport export, AuditedExport.Entries entries, @Nullable Progress replaying) {
    this.export = export;
    this.entries = entries;
    this.replaying = replaying;
  }

  /**
   * Reads the hashes of the entries, and the signatures by {@code trusted} or by the keys that the
   * export names.
   *
   * @param replaying is told how far a replay is, or null when nothing is replayed
   */
  static ExportedLog open(
      Path directory, @Nullable AuditKeys trusted, @Nullable Progress replaying) {
    try {
      AuditedExport export = AuditedExport.open(directory);
      ExportedLog log = new ExportedLog(export, export.entries(), replaying);
      log.readHashes();
      log.readSignatures(trusted == null ? log.keys() : trusted);
      return log;
    } catch (IOException e) {
      throw new CommandException(
          "EXPORT_UNREADABLE", "expected an export in " + directory + ", found " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("EXPORT_UNREADABLE", "expected an export, was interrupted");
    }
  }

  private void readHashes() throws IOException {
    TreeHasher hasher = new TreeHasher();
    ByteArrayOutputStream leaves = new ByteArrayOutputStream();
    try (AuditedExport.Entries all = export.entries()) {
      for (byte[] entry = all.next(); entry != null; entry = all.next()) {
        leaves.writeBytes(hasher.leaf(entry).toBytes());
      }
    }
    byte[] level = leaves.toByteArray();
    while (level.length > 0) {
      levels.add(level);
      ByteArrayOutputStream above = new ByteArrayOutputStream();
      int tile = TilePath.FULL_WIDTH * Hash.BYTES;
      for (int at = 0; at + tile <= level.length; at += tile) {
        above.writeBytes(root(hasher, level, at).toBytes());
      }
      level = above.toByteArray();
    }
  }

  private static Hash root(TreeHasher hasher, byte[] level, int at) {
    List<Hash> row = new ArrayList<>(TilePath.FULL_WIDTH);
    for (int i = 0; i < TilePath.FULL_WIDTH; i++) {
      row.add(Hash.at(level, at + i * Hash.BYTES));
    }
    return VerifiedTiles.root(hasher, row);
  }

  private void readSignatures(AuditKeys keys) throws IOException, InterruptedException {
    List<BouncyCastleEd25519Verifier> checkers =
        keys.attestations().stream()
            .map(key -> new BouncyCastleEd25519Verifier(key.key()))
            .toList();
    export.attestations(message -> {
      byte[] payload = message.statement().getBytes(StandardCharsets.UTF_8);
      Envelope envelope =
          Envelope.of(
              Statement.PAYLOAD_TYPE,
              payload,
              List.of(new EnvelopeSignature(message.keyId(), signature(message))));
      for (String signer : envelope.verifiedBy(checkers)) {
        ByteBuffer id = ByteBuffer.wrap(new TreeHasher().digest(payload).toBytes());
        signed.computeIfAbsent(signer, _ -> new HashSetOfDigests()).add(id.getLong(), id.getLong());
      }
    });
  }

  private static byte[] signature(AttestationMessage message) {
    try {
      return Base64.getDecoder().decode(message.signature());
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  @Override
  public String description() {
    return export.description();
  }

  @Override
  public boolean whole() {
    return true;
  }

  @Override
  public String checkpoint() {
    return export.checkpoint();
  }

  @Override
  public AuditKeys keys() {
    List<NoteKey> log = export.logKey().stream().toList();
    return new AuditKeys(
        log,
        export.keys().stream().map(key -> new AttestationKey(key, Instant.EPOCH, null)).toList());
  }

  @Override
  public Optional<byte[]> tile(TilePath path) throws IOException {
    return switch (path.kind()) {
      case HASHES -> hashes(path);
      case ENTRIES -> bundle(path);
    };
  }

  private Optional<byte[]> hashes(TilePath path) {
    if (path.level() >= levels.size()) {
      return Optional.empty();
    }
    byte[] level = levels.get(path.level());
    long from = path.index() * TilePath.FULL_WIDTH * Hash.BYTES;
    long to = from + (long) path.width() * Hash.BYTES;
    return to > level.length
        ? Optional.empty()
        : Optional.of(Arrays.copyOfRange(level, (int) from, (int) to));
  }

  /** A bundle; those before it were asked for before it, or are read past. */
  private Optional<byte[]> bundle(TilePath path) throws IOException {
    if (path.index() < nextBundle) {
      entries.close();
      entries = export.entries();
      nextBundle = 0;
    }
    List<byte[]> bundle = List.of();
    while (nextBundle <= path.index()) {
      bundle = new ArrayList<>();
      for (int i = 0; i < TilePath.FULL_WIDTH; i++) {
        byte[] entry = entries.next();
        if (entry != null && entry.length <= EntryBundle.ENTRY_BYTES_MAX) {
          bundle.add(entry);
        }
      }
      nextBundle++;
    }
    return bundle.size() < path.width()
        ? Optional.empty()
        : Optional.of(EntryBundle.encode(bundle.subList(0, path.width())));
  }

  @Override
  public List<Kept> kept(long from, List<byte[]> statements) {
    List<Kept> kept = new ArrayList<>(statements.size());
    TreeHasher hasher = new TreeHasher();
    for (byte[] statement : statements) {
      ByteBuffer id = ByteBuffer.wrap(hasher.digest(statement).toBytes());
      long high = id.getLong();
      long low = id.getLong();
      Set<String> signers = new HashSet<>();
      signed.forEach((signer, ids) -> {
        if (ids.has(high, low)) {
          signers.add(signer);
        }
      });
      kept.add(signers.isEmpty() ? new Kept.Nothing() : new Kept.Signed(signers));
    }
    return kept;
  }

  @Override
  public Optional<Placed> placed(String id) {
    return Optional.empty();
  }

  /** Nothing: the replay compares every decision. */
  @Override
  public void items(@Nullable Instant since, long most, ItemVisitor visitor) {}

  @Override
  public void list(ListCheck.Filter filter, String value, long most, ListCheck.Visitor visitor) {}

  @Override
  public Optional<DecisionCheck.Item> item(String id) {
    return Optional.empty();
  }

  @Override
  public Optional<JsonNode> decision(String id) {
    return Optional.empty();
  }

  @Override
  public Stored stored(Document document, String sha256) throws IOException {
    Optional<InputStream> found = export.document(sha256);
    if (found.isPresent()) {
      return new Stored.Bytes(FileDigests.sha256(found.get()));
    }
    return export.expired(sha256) ? new Stored.Expired() : new Stored.Missing();
  }

  @Override
  public AuditedExport.@Nullable Replayed replay() throws IOException {
    if (replaying == null) {
      return null;
    }
    try {
      return export.replay(replaying);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("EXPORT_UNREADABLE", "expected a replay, was interrupted");
    }
  }

  @Override
  public void close() {
    try (AuditedExport _ = export) {
      entries.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
