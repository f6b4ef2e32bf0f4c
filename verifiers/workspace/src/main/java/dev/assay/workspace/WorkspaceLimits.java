package dev.assay.workspace;

/**
 * Bounds of one extraction; an archive beyond any of them is refused whole.
 *
 * @param archiveBytesMax size of the archive itself
 * @param entriesMax entries of any kind
 * @param entryBytesMax unpacked size of one file
 * @param totalBytesMax unpacked size of all files together
 * @param expansionMax unpacked bytes allowed per archive byte, once {@code expansionFreeBytes} are
 *     unpacked
 * @param expansionFreeBytes unpacked bytes that never count as an expansion bomb
 * @param nameCharsMax characters of one entry's name
 * @param nameDepthMax segments of one entry's name
 * @param linksMax symbolic links
 */
public record WorkspaceLimits(
    long archiveBytesMax,
    int entriesMax,
    long entryBytesMax,
    long totalBytesMax,
    int expansionMax,
    long expansionFreeBytes,
    int nameCharsMax,
    int nameDepthMax,
    int linksMax) {

  /** Bytes read of a link's target; a longer one is refused by its length. */
  static final int LINK_TARGET_BYTES_MAX = 16 * 1024;

  /** What a worker accepts unless it is configured otherwise. */
  public static final WorkspaceLimits DEFAULT =
      new WorkspaceLimits(1L << 30, 60_000, 1L << 30, 4L << 30, 200, 64L << 20, 2_000, 64, 5_000);

  /** Checks that every bound is positive. */
  public WorkspaceLimits {
    if (archiveBytesMax < 1
        || entriesMax < 1
        || entryBytesMax < 1
        || totalBytesMax < 1
        || expansionMax < 1
        || expansionFreeBytes < 0
        || nameCharsMax < 1
        || nameDepthMax < 1
        || linksMax < 0) {
      throw new IllegalArgumentException(
          "expected positive workspace limits, found a bound below one; correct the configuration");
    }
  }
}
