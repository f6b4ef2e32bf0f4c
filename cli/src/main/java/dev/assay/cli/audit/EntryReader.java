package dev.assay.cli.audit;

import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Reads entries with what is kept beside them, and checks each by itself, in parallel. */
final class EntryReader implements AutoCloseable {

  /** Entries that one task checks. */
  private static final int TASK_ENTRIES = 64;

  /**
   * A bundle as it was read.
   *
   * @param index its number
   * @param entries none when the bundle is missing or damaged
   */
  record Bundle(long index, List<byte[]> entries, List<AuditSource.Kept> kept) {

    long first() {
      return index * TilePath.FULL_WIDTH;
    }
  }

  private final AuditSource source;
  private final EntryCheck check;
  private final @Nullable DocumentCheck documents;
  private final long checkedBelow;
  private final long size;
  private final ExecutorService reader = Executors.newSingleThreadExecutor();
  private final ExecutorService workers =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

  /**
   * A reader of the log of {@code size} entries.
   *
   * @param documents what reads reports and artifacts, or null when nobody asks
   * @param checkedBelow entries below this were checked before, and are only read
   */
  EntryReader(
      AuditSource source,
      EntryCheck check,
      @Nullable DocumentCheck documents,
      long checkedBelow,
      long size) {
    this.source = source;
    this.check = check;
    this.documents = documents;
    this.checkedBelow = checkedBelow;
    this.size = size;
  }

  /** Begins to read the bundles from number {@code index} on, at most a batch of them. */
  Future<List<Bundle>> bundles(long index) {
    return reader.submit(() -> {
      List<Bundle> batch = new ArrayList<>();
      for (long n = index;
          n < index + AuditLimits.BATCH_BUNDLES && n * TilePath.FULL_WIDTH < size;
          n++) {
        batch.add(bundle(n));
      }
      return batch;
    });
  }

  private Bundle bundle(long index) throws IOException {
    long first = index * TilePath.FULL_WIDTH;
    int width = (int) Math.min(TilePath.FULL_WIDTH, size - first);
    List<byte[]> entries =
        source
            .tile(TilePath.entries(index, width))
            .flatMap(EntryBundle::decode)
            .filter(decoded -> decoded.size() == width)
            .orElse(List.of());
    return new Bundle(index, entries, entries.isEmpty() ? List.of() : source.kept(first, entries));
  }

  /** The hashes of the leaves of {@code bundle}. */
  static List<Hash> leaves(Bundle bundle) {
    TreeHasher hasher = new TreeHasher();
    return bundle.entries().stream().map(hasher::leaf).toList();
  }

  /** What the entries of {@code bundle} say, and what is wrong with each by itself. */
  List<Future<List<EntryCheck.Checked>>> check(Bundle bundle) {
    List<Future<List<EntryCheck.Checked>>> tasks = new ArrayList<>();
    for (int from = 0; from < bundle.entries().size(); from += TASK_ENTRIES) {
      int begin = from;
      int end = Math.min(from + TASK_ENTRIES, bundle.entries().size());
      Callable<List<EntryCheck.Checked>> task =
          () -> {
            List<EntryCheck.Checked> checked = new ArrayList<>(end - begin);
            for (int i = begin; i < end; i++) {
              checked.add(
                  checked(bundle.first() + i, bundle.entries().get(i), bundle.kept().get(i)));
            }
            return checked;
          };
      tasks.add(workers.submit(task));
    }
    return tasks;
  }

  private EntryCheck.Checked checked(long index, byte[] entry, AuditSource.Kept kept)
      throws IOException {
    if (index < checkedBelow) {
      return check.read(index, entry, kept);
    }
    EntryCheck.Checked checked = check.check(index, entry, kept);
    return checked.statement() == null || documents == null
        ? checked
        : checked.with(documents.check(index, checked.statement()));
  }

  /** The result of {@code task}; what it threw is thrown again. */
  static <T> T result(Future<T> task) throws IOException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case IOException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("expected to read on, was interrupted", e);
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
    workers.shutdownNow();
  }
}
