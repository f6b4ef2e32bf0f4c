package dev.assay.cli.audit;

import dev.assay.core.merkle.Hash;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What compares the entries of a log with each other. For one thread.
 *
 * @param agents where it is remembered whose work rows are about, or null when nobody asks
 * @param lists what lists are compared with, or null when nobody asks
 */
record EntryChecks(
    OrderCheck order,
    ManifestCheck manifests,
    @Nullable ShownAgents agents,
    @Nullable ListCheck lists) {

  /** The next entry. */
  void next(long index, Hash leaf, EntryCheck.Checked entry) throws IOException {
    order.next(index, leaf, entry);
    manifests.next(index, entry);
    if (agents != null && entry.shown() != null) {
      agents.add(index, entry.shown(), entry.event());
    }
    if (lists != null && entry.statement() != null) {
      lists.next(index, entry.statement(), entry);
    }
  }
}
