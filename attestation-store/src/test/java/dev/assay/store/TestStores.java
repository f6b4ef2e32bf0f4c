package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
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
}
