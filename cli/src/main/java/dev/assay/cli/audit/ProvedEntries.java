package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.statement.Manifest;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for entries where the source says that they are, and believes only what the tree proves.
 */
final class ProvedEntries {

  private final AuditSource source;
  private final Checkpoint head;
  private final @Nullable VerifiedTiles tiles;
  private final @Nullable NoteKey key;
  private final boolean unread;
  private final TreeHasher hasher = new TreeHasher();
  private @Nullable VerifiedTiles grownTiles;
  private long grownSize;

  /**
   * Nothing was looked for yet.
   *
   * @param head what is audited
   * @param tiles the tree below it, or null when that is not proved
   * @param key who signed it, or null when nobody did
   * @param unread whether there are entries that this audit does not read
   */
  ProvedEntries(
      AuditSource source,
      Checkpoint head,
      @Nullable VerifiedTiles tiles,
      @Nullable NoteKey key,
      boolean unread) {
    this.source = source;
    this.head = head;
    this.tiles = tiles;
    this.key = key;
    this.unread = unread;
  }

  /** Whether {@code id} is an entry below {@code index} that is not read. */
  boolean below(String id, long index) throws IOException {
    return proved(id, index).isPresent();
  }

  private Optional<AuditSource.Placed> proved(String id, long index) throws IOException {
    return unread
        ? source.placed(id).filter(placed -> placed.index() < index && holds(id, placed, tiles))
        : Optional.empty();
  }

  /** Whether {@code id} is an entry, or became one while the audit ran. */
  boolean logged(String id) throws IOException {
    AuditSource.Placed placed = source.placed(id).orElse(null);
    return placed != null
        && holds(id, placed, placed.index() < head.size() ? tiles : grown(placed.index()));
  }

  private boolean holds(String id, AuditSource.Placed placed, @Nullable VerifiedTiles tree) {
    byte[] statement = placed.statement().getBytes(StandardCharsets.UTF_8);
    return tree != null
        && placed.index() >= 0
        && Digests.sha256Hex(statement).equals(id)
        && tree.subtree(0, placed.index()).equals(hasher.leaf(statement));
  }

  /**
   * The tree that the log has by now, with a leaf at {@code index}; null unless the same key signed
   * it and it begins with what is audited.
   */
  private @Nullable VerifiedTiles grown(long index) {
    if (index >= grownSize && key != null) {
      try {
        SignedNote note = SignedNote.parse(source.checkpoint()).requireSignedBy(key, key.key());
        Checkpoint later = Checkpoint.parse(note.text());
        VerifiedTiles all = VerifiedTiles.of(source::tile, later);
        if (later.origin().equals(key.name())
            && later.size() > head.size()
            && MerkleProofs.root(all, head.size()).equals(head.root())) {
          grownTiles = all;
          grownSize = later.size();
        }
      } catch (RejectedInputException | VerifiedTiles.UnprovedException _) {
        return null;
      }
    }
    return index < grownSize ? grownTiles : null;
  }

  /** The same for manifests, and with the ids that were {@code read}. */
  ManifestCheck.Logged with(Predicate<String> read) {
    return new ManifestCheck.Logged() {

      @Override
      public boolean below(String id, long index) throws IOException {
        return read.test(id) || ProvedEntries.this.below(id, index);
      }

      @Override
      public boolean anywhere(String id) throws IOException {
        return read.test(id) || logged(id);
      }

      @Override
      public Optional<Manifest> manifest(String id, long index) throws IOException {
        return proved(id, index).flatMap(placed -> read(placed.statement()));
      }
    };
  }

  private static Optional<Manifest> read(String statement) {
    return Json.tree(statement.getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            && Manifest.read(tree) instanceof Parsed.Accepted<Manifest>(Manifest manifest)
        ? Optional.of(manifest)
        : Optional.empty();
  }
}
