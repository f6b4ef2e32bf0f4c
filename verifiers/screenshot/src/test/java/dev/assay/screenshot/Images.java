package dev.assay.screenshot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Pages drawn for the tests. */
final class Images {

  static final int WIDTH = 200;
  static final int HEIGHT = 120;

  private Images() {}

  static BufferedImage page() {
    return page(BufferedImage.TYPE_INT_RGB);
  }

  static BufferedImage page(int type) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, type);
    fill(image, Color.WHITE, 0, 0, WIDTH, HEIGHT);
    fill(image, new Color(0x20, 0x40, 0x80), 0, 0, WIDTH, 20);
    fill(image, Color.GRAY, 10, 40, 60, 30);
    return image;
  }

  static void fill(BufferedImage image, Color colour, int x, int y, int width, int height) {
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(colour);
    graphics.fillRect(x, y, width, height);
    graphics.dispose();
  }

  /** The page with a slanted line, smoothed or not. */
  static BufferedImage line(boolean smooth) {
    BufferedImage image = page();
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_ANTIALIASING,
        smooth ? RenderingHints.VALUE_ANTIALIAS_ON : RenderingHints.VALUE_ANTIALIAS_OFF);
    graphics.setColor(Color.BLACK);
    graphics.setStroke(new java.awt.BasicStroke(6));
    graphics.draw(new Line2D.Double(100, 35, 180, 100));
    graphics.dispose();
    return image;
  }

  static byte[] png(BufferedImage image) {
    return encoded(image, "png");
  }

  static byte[] jpeg(BufferedImage image) {
    return encoded(image, "jpeg");
  }

  private static byte[] encoded(BufferedImage image, String format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, format, out)) {
        throw new IllegalStateException("expected a writer of " + format);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
