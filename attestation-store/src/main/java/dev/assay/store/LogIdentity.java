package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Envelope;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.LogRows;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import dev.assay.store.key.Ed25519Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a database and the keys it is opened with belong together. A database is of one log for
 * good: what one key has published must not be published again by another under the same name.
 */
final class LogIdentity {

  private final StoreConfig config;
  private final AttestationIndex index;

  LogIdentity(StoreConfig config, AttestationIndex index) {
    this.config = config;
    this.index = index;
  }

  /** The log's key, made only for a database that no log has used. */
  Ed25519Key signer(Instant now) {
    Path file = config.checkpointKey();
    if (!Files.exists(file) && (index.logKey().isPresent() || index.rows().size() > 0)) {
      throw new StoreCorruptException(
          "the checkpoint key " + index.logKey().orElse("of the log in " + config.database()),
          "no file " + file,
          "restore the key; when it is lost for good, begin a new log as docs/operations.md says");
    }
    return Ed25519Key.loadOrCreate(file, now);
  }

  /** Refuses a database of another log, and one whose newest entry no known key signed. */
  void require(NoteKey key) {
    requireSame(index.logKey().orElse(key.vkey()), key);
    LogRows rows = index.rows();
    rows.withoutGaps(rows.size() - 1, 1).stream()
        .flatMap(row -> Stream.ofNullable(row.envelope()))
        .forEach(this::requireKnownSigner);
  }

  private void requireKnownSigner(Envelope newest) {
    List<BouncyCastleEd25519Verifier> known =
        config.attestationKeys().stream()
            .map(key -> new BouncyCastleEd25519Verifier(key.key()))
            .toList();
    if (newest.verifiedBy(known).isEmpty()) {
      throw new StoreCorruptException(
          "a key that signed the newest attestation in "
              + config.database()
              + ", by its own account "
              + newest.signatures().getFirst().keyId(),
          "the attestation keys " + known.stream().map(BouncyCastleEd25519Verifier::keyId).toList(),
          "restore the key of keys.attestation, which director and store share, or name the old"
              + " one under keys.retired");
    }
  }

  /** Keeps whose log this is, once the log has been opened with {@code key}. */
  void claim(NoteKey key) {
    requireSame(index.claim(key.vkey()), key);
  }

  private void requireSame(String kept, NoteKey key) {
    if (!kept.equals(key.vkey())) {
      throw new StoreCorruptException(
          "the log " + kept + ", whose entries are in " + config.database(),
          "the log " + key.vkey(),
          "set log.origin and restore the checkpoint key of that log, whose files are made again"
              + " from the database when they are lost; a second store needs a database of its own,"
              + " and a new log begins as docs/operations.md says");
    }
  }
}
