package dev.assay.store.log;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.assay.core.merkle.TilePath;

/**
 * A full bundle of entries as it lies in the log of a store: a Zstandard frame (RFC 8878) in a file
 * with {@value #SUFFIX} behind its name. {@code zstd -d} gives the bundle that is served. What
 * earlier versions wrote has no suffix and is the bundle itself.
 */
final class BundleFile {

  private static final String SUFFIX = ".zst";
  private static final int LEVEL = 3;

  private BundleFile() {}

  /** Whether {@code name} is the path of a full bundle. */
  static boolean isFull(String name) {
    return TilePath.parse(name)
        .filter(path -> path.kind() == TilePath.Kind.ENTRIES && path.full())
        .isPresent();
  }

  /** The name of the file that has the bundle {@code name} compressed. */
  static String compressed(String name) {
    return name + SUFFIX;
  }

  /** The path under which the file {@code name} is served. */
  static String name(String name) {
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /** The file that is kept for {@code file}: another one when that is a full bundle. */
  static LogStorage.LogFile kept(LogStorage.LogFile file) {
    return isFull(file.name())
        ? new LogStorage.LogFile(compressed(file.name()), Zstd.compress(file.bytes(), LEVEL))
        : file;
  }

  /** The bundle in {@code kept}; {@code kept} itself, which is no bundle, when it is damaged. */
  static byte[] bundle(byte[] kept) {
    long size = kept.length == 0 ? -1 : Zstd.getFrameContentSize(kept);
    if (size < 0 || size > LogLimits.BUNDLE_BYTES_MAX) {
      return kept;
    }
    try {
      return Zstd.decompress(kept, (int) size);
    } catch (ZstdException _) {
      return kept;
    }
  }
}
