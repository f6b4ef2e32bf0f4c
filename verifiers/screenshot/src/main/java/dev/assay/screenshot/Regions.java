package dev.assay.screenshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Bounding boxes of differing pixels. Pixels whose tiles touch, also at a corner, are one region,
 * so that a changed word is one box and not a hundred.
 */
final class Regions {

  /**
   * One region.
   *
   * @param pixels differing pixels in it
   */
  record Region(Box box, long pixels) {}

  private final PixelDiff diff;
  private final int columns;
  private final int rows;
  private final boolean[] open;

  private Regions(PixelDiff diff) {
    this.diff = diff;
    this.columns = (diff.width() + ScreenshotLimits.TILE - 1) / ScreenshotLimits.TILE;
    this.rows = (diff.height() + ScreenshotLimits.TILE - 1) / ScreenshotLimits.TILE;
    this.open = new boolean[columns * rows];
  }

  /** The regions from top to bottom, then from left to right. */
  static List<Region> of(PixelDiff diff) {
    return new Regions(diff).find();
  }

  private List<Region> find() {
    for (int y = 0; y < diff.height(); y++) {
      for (int x = 0; x < diff.width(); x++) {
        if (diff.mark(x, y) == PixelDiff.DIFFERENT) {
          open[y / ScreenshotLimits.TILE * columns + x / ScreenshotLimits.TILE] = true;
        }
      }
    }
    List<Region> regions = new ArrayList<>();
    for (int tile = 0; tile < open.length; tile++) {
      if (open[tile]) {
        regions.add(region(tile));
      }
    }
    regions.sort(
        Comparator.comparingInt((Region r) -> r.box().y()).thenComparingInt(r -> r.box().x()));
    return regions;
  }

  private Region region(int first) {
    Bounds bounds = new Bounds();
    Deque<Integer> tiles = new ArrayDeque<>();
    open[first] = false;
    tiles.push(first);
    while (!tiles.isEmpty()) {
      int tile = tiles.pop();
      int column = tile % columns;
      int row = tile / columns;
      measure(column, row, bounds);
      for (int r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (int c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          if (open[r * columns + c]) {
            open[r * columns + c] = false;
            tiles.push(r * columns + c);
          }
        }
      }
    }
    return bounds.region();
  }

  private void measure(int column, int row, Bounds bounds) {
    int left = column * ScreenshotLimits.TILE;
    int top = row * ScreenshotLimits.TILE;
    for (int y = top; y < Math.min(diff.height(), top + ScreenshotLimits.TILE); y++) {
      for (int x = left; x < Math.min(diff.width(), left + ScreenshotLimits.TILE); x++) {
        if (diff.mark(x, y) == PixelDiff.DIFFERENT) {
          bounds.add(x, y);
        }
      }
    }
  }

  /** Grows around pixels. */
  private static final class Bounds {

    private int left = Integer.MAX_VALUE;
    private int top = Integer.MAX_VALUE;
    private int right = -1;
    private int bottom = -1;
    private long pixels;

    void add(int x, int y) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      pixels++;
    }

    Region region() {
      return new Region(new Box(left, top, right - left + 1, bottom - top + 1), pixels);
    }
  }

  /**
   * A rectangle of pixels.
   *
   * @param x pixels from the left
   * @param y pixels from the top
   */
  record Box(int x, int y, int width, int height) {}
}
