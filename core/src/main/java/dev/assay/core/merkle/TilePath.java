package dev.assay.core.merkle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Name of one immutable resource of a tiled log, as C2SP tlog-tiles lays it out: {@code
 * tile/<L>/<N>[.p/<W>]} for hashes and {@code tile/entries/<N>[.p/<W>]} for entries.
 *
 * @param kind what the resource holds
 * @param level tile level 0 to 63; 0 for entries
 * @param index position of the tile within its level, 0 to {@link #INDEX_MAX}
 * @param width items in it: 1 to 255 when partial, {@link #FULL_WIDTH} when full
 */
public record TilePath(Kind kind, int level, long index, int width) {

  /** Items in a full tile or bundle. */
  public static final int FULL_WIDTH = 256;

  /** Bits of a leaf index that one tile level covers. */
  public static final int LEVEL_BITS = 8;

  /** Highest level of the format. */
  public static final int LEVEL_MAX = 63;

  /** Highest index accepted in a path; six elements of three digits. */
  public static final long INDEX_MAX = 999_999_999_999_999_999L;

  private static final int PATH_CHARS_MAX = 64;

  /** What a tile resource holds. */
  public enum Kind {
    /** Concatenated SHA-256 hashes. */
    HASHES,
    /** A bundle of length-prefixed entries. */
    ENTRIES
  }

  /** Checks the bounds of the format. */
  public TilePath {
    if (level < 0 || level > (kind == Kind.ENTRIES ? 0 : LEVEL_MAX)) {
      throw new IllegalArgumentException("expected a tile level of the format, found " + level);
    }
    if (index < 0 || index > INDEX_MAX) {
      throw new IllegalArgumentException(
          "expected an index up to " + INDEX_MAX + ", found " + index);
    }
    if (width < 1 || width > FULL_WIDTH) {
      throw new IllegalArgumentException("expected a width from 1 to 256, found " + width);
    }
  }

  /** The tile of hashes at {@code level}. */
  public static TilePath hashes(int level, long index, int width) {
    return new TilePath(Kind.HASHES, level, index, width);
  }

  /** The bundle of entries. */
  public static TilePath entries(long index, int width) {
    return new TilePath(Kind.ENTRIES, 0, index, width);
  }

  /** Whether all 256 items are there, so that the resource has no {@code .p/<W>} suffix. */
  public boolean full() {
    return width == FULL_WIDTH;
  }

  /** Number of items at tile level {@code level} of a tree of {@code size} leaves. */
  public static long items(int level, long size) {
    int shift = level * LEVEL_BITS;
    return shift >= Long.SIZE ? 0 : size >> shift;
  }

  /** Whether a tree of {@code size} leaves has all items this path names. */
  public boolean within(long size) {
    long items = items(level, size);
    long tile = items / FULL_WIDTH;
    return index < tile || (index == tile && width <= items % FULL_WIDTH);
  }

  /**
   * Every hash tile and entry bundle of a tree of {@code size} leaves, partial ones last per level.
   */
  public static List<TilePath> all(long size) {
    List<TilePath> paths = new ArrayList<>(row(Kind.ENTRIES, 0, size));
    for (int level = 0; items(level, size) > 0; level++) {
      paths.addAll(row(Kind.HASHES, level, items(level, size)));
    }
    return List.copyOf(paths);
  }

  private static List<TilePath> row(Kind kind, int level, long items) {
    List<TilePath> paths = new ArrayList<>();
    for (long index = 0; index < items / FULL_WIDTH; index++) {
      paths.add(new TilePath(kind, level, index, FULL_WIDTH));
    }
    int rest = (int) (items % FULL_WIDTH);
    if (rest > 0) {
      paths.add(new TilePath(kind, level, items / FULL_WIDTH, rest));
    }
    return paths;
  }

  /** The path text, without a leading slash. */
  public String text() {
    StringBuilder text = new StringBuilder("tile/");
    switch (kind) {
      case HASHES -> text.append(level);
      case ENTRIES -> text.append("entries");
    }
    text.append('/').append(indexText(index));
    if (!full()) {
      text.append(".p/").append(width);
    }
    return text.toString();
  }

  private static String indexText(long index) {
    String last = threeDigits(index % 1000);
    StringBuilder text = new StringBuilder(last);
    for (long rest = index / 1000; rest > 0; rest /= 1000) {
      text.insert(0, "x" + threeDigits(rest % 1000) + "/");
    }
    return text.toString();
  }

  private static String threeDigits(long value) {
    return ""
        + (char) ('0' + value / 100)
        + (char) ('0' + value / 10 % 10)
        + (char) ('0' + value % 10);
  }

  /** The path whose {@link #text} is exactly {@code text}, or empty when there is none. */
  public static Optional<TilePath> parse(String text) {
    if (text.length() > PATH_CHARS_MAX || !text.startsWith("tile/")) {
      return Optional.empty();
    }
    int slash = text.indexOf('/', 5);
    if (slash < 0) {
      return Optional.empty();
    }
    String row = text.substring(5, slash);
    int partial = text.indexOf(".p/", slash);
    String indexText = partial < 0 ? text.substring(slash + 1) : text.substring(slash + 1, partial);
    long width = partial < 0 ? FULL_WIDTH : decimal(text.substring(partial + 3), FULL_WIDTH - 1);
    long level = row.equals("entries") ? 0 : decimal(row, LEVEL_MAX);
    long index = index(indexText);
    if (width < 1 || level < 0 || index < 0) {
      return Optional.empty();
    }
    Kind kind = row.equals("entries") ? Kind.ENTRIES : Kind.HASHES;
    TilePath path = new TilePath(kind, (int) level, index, (int) width);
    return path.text().equals(text) ? Optional.of(path) : Optional.empty();
  }

  /** The number in {@code text}, or -1 when it is no decimal number up to {@code max}. */
  private static long decimal(String text, long max) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value <= max ? value : -1;
  }

  private static long index(String text) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != 'x' && c != '/') {
        digits.append(c);
      }
    }
    return decimal(digits.toString(), INDEX_MAX);
  }
}
