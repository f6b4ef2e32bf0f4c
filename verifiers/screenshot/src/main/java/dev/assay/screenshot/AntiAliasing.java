package dev.assay.screenshot;

import dev.assay.screenshot.PixelDiff.Colour;

/**
 * Tells whether a pixel smooths an edge (after Vysniauskas, "Anti-aliased Pixel and Intensity Slope
 * Detector", 2009): it lies on a slope of brightness, between a brighter and a darker neighbour,
 * and one of these two belongs to an even surface in both images.
 */
final class AntiAliasing {

  /** A pixel with more neighbours of its own brightness is part of a surface. */
  private static final int SAME_MAX = 2;

  /** Neighbours of the same colour that make a surface. */
  private static final int SURFACE_MIN = 3;

  private AntiAliasing() {}

  static boolean smooths(Pixels image, Pixels other, int x, int y) {
    int colour = image.at(x, y);
    int same = edge(image, x, y);
    double darkest = 0;
    double brightest = 0;
    int darkX = x;
    int darkY = y;
    int brightX = x;
    int brightY = y;
    for (int ny = Math.max(0, y - 1); ny <= Math.min(image.height() - 1, y + 1); ny++) {
      for (int nx = Math.max(0, x - 1); nx <= Math.min(image.width() - 1, x + 1); nx++) {
        if (nx == x && ny == y) {
          continue;
        }
        double brighter = Colour.brighter(image.at(nx, ny), colour);
        if (brighter == 0) {
          same++;
        } else if (brighter < darkest) {
          darkest = brighter;
          darkX = nx;
          darkY = ny;
        } else if (brighter > brightest) {
          brightest = brighter;
          brightX = nx;
          brightY = ny;
        }
      }
    }
    if (same > SAME_MAX || darkest == 0 || brightest == 0) {
      return false;
    }
    return surface(image, darkX, darkY) && surface(other, darkX, darkY)
        || surface(image, brightX, brightY) && surface(other, brightX, brightY);
  }

  private static boolean surface(Pixels image, int x, int y) {
    int colour = image.at(x, y);
    int same = edge(image, x, y);
    for (int ny = Math.max(0, y - 1); ny <= Math.min(image.height() - 1, y + 1); ny++) {
      for (int nx = Math.max(0, x - 1); nx <= Math.min(image.width() - 1, x + 1); nx++) {
        if ((nx != x || ny != y) && image.at(nx, ny) == colour) {
          same++;
        }
      }
    }
    return same >= SURFACE_MIN;
  }

  /** What lies beyond the image's border counts as one neighbour of the same colour. */
  private static int edge(Pixels image, int x, int y) {
    return x == 0 || y == 0 || x == image.width() - 1 || y == image.height() - 1 ? 1 : 0;
  }
}
