package dev.assay.screenshot;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;

/**
 * The pixels of an image as opaque 24-bit colours over white. Samples are taken as they are stored,
 * without colour management, so that every machine sees the same.
 */
final class Pixels {

  private final int width;
  private final int height;
  private final int[] colours;

  private Pixels(int width, int height) {
    this.width = width;
    this.height = height;
    this.colours = new int[width * height];
  }

  static Pixels of(BufferedImage image) {
    Pixels pixels = new Pixels(image.getWidth(), image.getHeight());
    if (image.getColorModel() instanceof IndexColorModel palette) {
      pixels.fromPalette(image.getRaster(), palette);
    } else {
      pixels.fromSamples(image.getRaster(), image.getColorModel().getComponentSize(0));
    }
    return pixels;
  }

  private void fromPalette(Raster raster, IndexColorModel palette) {
    int[] row = new int[width];
    for (int y = 0; y < height; y++) {
      raster.getSamples(raster.getMinX(), raster.getMinY() + y, width, 1, 0, row);
      for (int x = 0; x < width; x++) {
        int argb = palette.getRGB(Math.min(row[x], palette.getMapSize() - 1));
        colours[y * width + x] =
            overWhite(argb >> 16 & 0xff, argb >> 8 & 0xff, argb & 0xff, argb >>> 24);
      }
    }
  }

  private void fromSamples(Raster raster, int bits) {
    int bands = raster.getNumBands();
    boolean grey = bands <= 2;
    boolean alpha = bands == 2 || bands == 4;
    int[] row = new int[width * bands];
    for (int y = 0; y < height; y++) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
      for (int x = 0; x < width; x++) {
        int at = x * bands;
        int red = eightBits(row[at], bits);
        int green = grey ? red : eightBits(row[at + 1], bits);
        int blue = grey ? red : eightBits(row[at + 2], bits);
        int opacity = alpha ? eightBits(row[at + bands - 1], bits) : 0xff;
        colours[y * width + x] = overWhite(red, green, blue, opacity);
      }
    }
  }

  private static int eightBits(int sample, int bits) {
    if (bits == 8) {
      return sample & 0xff;
    }
    return bits > 8 ? sample >>> bits - 8 & 0xff : sample * 0xff / ((1 << bits) - 1);
  }

  private static int overWhite(int red, int green, int blue, int opacity) {
    return channel(red, opacity) << 16 | channel(green, opacity) << 8 | channel(blue, opacity);
  }

  private static int channel(int value, int opacity) {
    return opacity == 0xff ? value : 0xff + (value - 0xff) * opacity / 0xff;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** The colour at a place, {@code 0xRRGGBB}. */
  int at(int x, int y) {
    return colours[y * width + x];
  }
}
