package dev.assay.store.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.schemas.Bounded;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Reads full tiles and keeps the most recently used ones expanded. Safe for many threads. */
final class TileCache {

  private final LogStorage storage;
  private final String repair;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<TilePath, TileNodes> recent = Bounded.map(LogLimits.CACHED_TILES_MAX, true);

  /**
   * The tiles of {@code storage}.
   *
   * @param repair what to do when one is damaged
   */
  TileCache(LogStorage storage, String repair) {
    this.storage = storage;
    this.repair = repair;
  }

  /** The full tile {@code index} of {@code level}, which must exist. */
  TileNodes tile(int level, long index) {
    TilePath path = TilePath.hashes(level, index, TilePath.FULL_WIDTH);
    lock.lock();
    try {
      TileNodes known = recent.get(path);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    TileNodes read = TileNodes.of(bytes(path));
    lock.lock();
    try {
      recent.put(path, read);
    } finally {
      lock.unlock();
    }
    return read;
  }

  private byte[] bytes(TilePath path) {
    try {
      byte[] bytes = storage.read(path.text()).orElseThrow(() -> damaged(path, "no such file"));
      if (bytes.length != TilePath.FULL_WIDTH * Hash.BYTES) {
        throw damaged(path, bytes.length + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the log file " + path.text(), e);
    }
  }

  private StoreCorruptException damaged(TilePath path, String found) {
    return new StoreCorruptException("the full tile " + path.text(), found, repair);
  }
}
