package dev.assay.screenshot;

/** The bounds of comparing two images. What lies beyond a bound makes the run inconclusive. */
public final class ScreenshotLimits {

  /** Bytes of one encoded image: 32 MiB. */
  public static final int IMAGE_BYTES_MAX = 32 << 20;

  /** Pixels of one image, such as 4,096 x 4,096; each takes four bytes of memory. */
  public static final int PIXELS_MAX = 1 << 24;

  /** Pixels of one side. */
  public static final int SIDE_MAX = 32_767;

  /** Segments before the header of a JPEG, and chunks before the data of a PNG. */
  public static final int SEGMENTS_MAX = 1_000;

  /** Masked regions of a policy. */
  public static final int MASKS_MAX = 100;

  /** Approved baselines of a policy. */
  public static final int BASELINES_MAX = 150;

  /** Differing regions that are listed. */
  public static final int REGIONS_MAX = 100;

  /** Pixels of the side of a tile; differing pixels in touching tiles are one region. */
  static final int TILE = 16;

  private ScreenshotLimits() {}
}
