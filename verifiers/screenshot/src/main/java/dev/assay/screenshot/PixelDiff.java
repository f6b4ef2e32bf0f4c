package dev.assay.screenshot;

import dev.assay.screenshot.Regions.Box;
import dev.assay.verifier.Deadline;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Compares two images of the same size pixel by pixel. */
final class PixelDiff {

  /** The two pixels look the same. */
  static final byte SAME = 0;

  /** The two pixels differ. */
  static final byte DIFFERENT = 1;

  /** They differ as smoothing explains. */
  static final byte SMOOTHED = 2;

  /** The policy masks the pixel. */
  static final byte MASKED = 3;

  private final int width;
  private final int height;
  private final byte[] marks;
  private long masked;
  private long different;
  private long smoothed;

  private PixelDiff(int width, int height) {
    this.width = width;
    this.height = height;
    this.marks = new byte[width * height];
  }

  static PixelDiff of(
      Pixels baseline, Pixels candidate, ScreenshotConfig config, LongSupplier nanosLeft)
      throws InterruptedException {
    PixelDiff diff = new PixelDiff(baseline.width(), baseline.height());
    config.masks().forEach(diff::mask);
    double distanceMax = Colour.DISTANCE_MAX * config.threshold() * config.threshold();
    for (int y = 0; y < diff.height; y++) {
      Deadline.check(nanosLeft);
      for (int x = 0; x < diff.width; x++) {
        diff.compare(baseline, candidate, x, y, distanceMax, config.ignoresAntialiasing());
      }
    }
    return diff;
  }

  private void mask(Box box) {
    int right = Math.min(width, box.x() + box.width());
    for (int y = box.y(); y < Math.min(height, box.y() + box.height()) && box.x() < right; y++) {
      Arrays.fill(marks, y * width + box.x(), y * width + right, MASKED);
    }
  }

  private void compare(
      Pixels baseline, Pixels candidate, int x, int y, double distanceMax, boolean smoothing) {
    int at = y * width + x;
    if (marks[at] == MASKED) {
      masked++;
      return;
    }
    int before = baseline.at(x, y);
    int after = candidate.at(x, y);
    if (before == after || Colour.distance(before, after) <= distanceMax) {
      return;
    }
    boolean smooth =
        smoothing
            && (AntiAliasing.smooths(baseline, candidate, x, y)
                || AntiAliasing.smooths(candidate, baseline, x, y));
    marks[at] = smooth ? SMOOTHED : DIFFERENT;
    smoothed += smooth ? 1 : 0;
    different += smooth ? 0 : 1;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  byte mark(int x, int y) {
    return marks[y * width + x];
  }

  long masked() {
    return masked;
  }

  long different() {
    return different;
  }

  long smoothed() {
    return smoothed;
  }

  long compared() {
    return marks.length - masked;
  }

  /**
   * Distance of colours as people see it, in the YIQ space of NTSC (Kotsarenko and Ramos,
   * "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
   * applications", 2010).
   */
  static final class Colour {

    /** The distance of black and white, the largest there is. */
    static final double DISTANCE_MAX = 35_215;

    private Colour() {}

    static double distance(int a, int b) {
      int red = (a >> 16 & 0xff) - (b >> 16 & 0xff);
      int green = (a >> 8 & 0xff) - (b >> 8 & 0xff);
      int blue = (a & 0xff) - (b & 0xff);
      double y = brightness(red, green, blue);
      double i = 0.59597799 * red - 0.27417610 * green - 0.32180189 * blue;
      double q = 0.21147017 * red - 0.52261711 * green + 0.31114694 * blue;
      return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
    }

    /** How much brighter {@code a} is than {@code b}; negative when it is darker. */
    static double brighter(int a, int b) {
      return brightness(
          (a >> 16 & 0xff) - (b >> 16 & 0xff),
          (a >> 8 & 0xff) - (b >> 8 & 0xff),
          (a & 0xff) - (b & 0xff));
    }

    private static double brightness(int red, int green, int blue) {
      return 0.29889531 * red + 0.58662247 * green + 0.11448223 * blue;
    }
  }
}
