package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import java.nio.file.Path;

class SqliteStoreTest extends AttestationStoreContract {

  @Override
  DatabaseConfig database(Path directory) {
    return new DatabaseConfig.Sqlite(directory.resolve("index.db"));
  }
}
