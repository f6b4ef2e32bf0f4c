package dev.assay.store.log;

import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.TilePath;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The statements in the full bundles of a log. Keeps the last bundle. For one thread. */
final class BundledStatements implements JournalRecords.Statements {

  private final LogStorage storage;
  private long kept = -1;
  private List<byte[]> entries = List.of();

  BundledStatements(LogStorage storage) {
    this.storage = storage;
  }

  @Override
  public Optional<byte[]> at(long index) throws IOException {
    long bundle = index / TilePath.FULL_WIDTH;
    if (bundle != kept) {
      entries =
          storage
              .read(TilePath.entries(bundle, TilePath.FULL_WIDTH).text())
              .flatMap(EntryBundle::decode)
              .orElse(List.of());
      kept = bundle;
    }
    int at = (int) (index % TilePath.FULL_WIDTH);
    return at < entries.size() ? Optional.of(entries.get(at)) : Optional.empty();
  }
}
