package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.merkle.TreeHasher;
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
  private final @Nullable VerifiedTiles tiles;
  private final boolean unread;
  private final TreeHasher hasher = new TreeHasher();

  /**
   * Nothing was looked for yet.
   *
   * @param unread whether there are entries that this audit does not read
   */
  ProvedEntries(AuditSource source, @Nullable VerifiedTiles tiles, boolean unread) {
    this.source = source;
    this.tiles = tiles;
    this.unread = unread;
  }

  /** Whether {@code id} is an entry below {@code index} that is not read. */
  boolean below(String id, long index) throws IOException {
    return proved(id, index).isPresent();
  }

  private Optional<AuditSource.Placed> proved(String id, long index) throws IOException {
    return unread
        ? source.placed(id).filter(placed -> placed.index() < index && holds(id, placed))
        : Optional.empty();
  }

  /** Whether {@code id} is an entry, or came after the {@code size} entries that are audited. */
  boolean logged(String id, long size) throws IOException {
    AuditSource.Placed placed = source.placed(id).orElse(null);
    return placed != null && (placed.index() >= size || holds(id, placed));
  }

  private boolean holds(String id, AuditSource.Placed placed) {
    byte[] statement = placed.statement().getBytes(StandardCharsets.UTF_8);
    return tiles != null
        && placed.index() >= 0
        && Digests.sha256Hex(statement).equals(id)
        && tiles.subtree(0, placed.index()).equals(hasher.leaf(statement));
  }

  /** The same for manifests, and with the ids that were {@code read}, of a log of {@code size}. */
  ManifestCheck.Logged with(Predicate<String> read, long size) {
    return new ManifestCheck.Logged() {

      @Override
      public boolean below(String id, long index) throws IOException {
        return read.test(id) || ProvedEntries.this.below(id, index);
      }

      @Override
      public boolean anywhere(String id) throws IOException {
        return read.test(id) || logged(id, size);
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
