package dev.assay.workspace;

/**
 * Bounds of one extraction; an archive beyond any of them is refused whole.
 *
 * @param archiveBytesMax size of the archive itself
 * @param entriesMax entries of any kind
 * @param directoriesMax directories that are made, those that names only imply included
 * @param entryBytesMax unpacked size of one file
 * @param totalBytesMax unpacked size of all files together
 * @param expansionMax unpacked bytes allowed per archive byte, once {@code expansionFreeBytes} are
 *     unpacked
 * @param expansionFreeBytes unpacked bytes that never count as an expansion bomb
 * @param nameBytesMax UTF-8 bytes of one entry's name
 * @param nameDepthMax segments of one entry's name
 * @param linksMax symbolic links
 */
public record WorkspaceLimits(
    long archiveBytesMax,
    int entriesMax,
    int directoriesMax,
    long entryBytesMax,
    long totalBytesMax,
    int expansionMax,
    long expansionFreeBytes,
    int nameBytesMax,
    int nameDepthMax,
    int linksMax) {

  /** UTF-8 bytes of one segment of a name: what file systems hold. */
  public static final int SEGMENT_BYTES_MAX = 255;

  /** UTF-8 bytes of a link's target. */
  public static final int LINK_TARGET_BYTES_MAX = 1_000;

  /** Bytes of one long name or extended header of a tar. */
  static final int EXTENSION_BYTES_MAX = 64 * 1024;

  /** Bytes of headers for each entry that is allowed; most need 512 to 1536. */
  private static final long HEADER_BYTES_PER_ENTRY = 4_096;

  /** What a worker accepts unless it is configured otherwise. */
  public static final WorkspaceLimits DEFAULT =
      new WorkspaceLimits(
          1L << 30, 60_000, 20_000, 1L << 30, 4L << 30, 200, 64L << 20, 2_000, 64, 5_000);

  /** Checks that every bound is positive. */
  public WorkspaceLimits {
    if (archiveBytesMax < 1
        || entriesMax < 1
        || directoriesMax < 1
        || entryBytesMax < 1
        || totalBytesMax < 1
        || expansionMax < 1
        || expansionFreeBytes < 0
        || nameBytesMax < 1
        || nameDepthMax < 1
        || linksMax < 0) {
      throw new IllegalArgumentException(
          "expected positive workspace limits, found a bound below one; correct the configuration");
    }
  }

  /** Bytes of all headers of an archive together, with their long names and extended headers. */
  long headerBytesMax() {
    return Math.max(EXTENSION_BYTES_MAX * 4L, entriesMax * HEADER_BYTES_PER_ENTRY);
  }
}
