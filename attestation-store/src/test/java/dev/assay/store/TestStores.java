package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.LogCheck;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.SignedMark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Configurations of stores in a test's own directory. */
final class TestStores {

  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
  static final String ORIGIN = "assay.example/log";

  private TestStores() {}

  static StoreConfig config(Path directory, DatabaseConfig database) {
    return new StoreConfig(
        directory.resolve("log"),
        database,
        ORIGIN,
        directory.resolve("keys/checkpoint.pem"),
        List.of(new AttestationKey(Samples.DIRECTOR.publicKey(), Samples.START, null)));
  }

  static StoreConfig sqlite(Path directory) {
    return config(directory, new DatabaseConfig.Sqlite(directory.resolve("index.db")));
  }

  static AttestationStore open(StoreConfig config) {
    return AttestationStore.open(config, CLOCK);
  }

  /**
   * Rebuilds the whole tree of a store that is not open and compares it with every file of its log.
   *
   * @throws StoreCorruptException when another process writes this log
   */
  static LogCheck.Report check(StoreConfig config) {
    Ed25519Key signer = Ed25519Key.load(config.checkpointKey());
    NoteKey key = new NoteKey(config.origin(), signer.publicKey());
    try (LogStorage storage = DirectoryStorage.open(config.logDirectory());
        AttestationIndex index = AttestationIndex.open(config.database())) {
      return LogCheck.run(
          storage,
          key,
          SignedMark.read(SignedMark.beside(config.checkpointKey()), key),
          index.rows(),
          LogCheck.Files.LEFT);
    } catch (IOException e) {
      throw new StoreUnavailableException("checking the log in " + config.logDirectory(), e);
    }
  }
}
