package dev.assay.screenshot;

import java.util.Arrays;
import java.util.Optional;

/** What an image says about itself before anything is decoded. */
record ImageHeader(Format format, int width, int height) {

  /** The formats that are decoded. */
  enum Format {
    PNG("png"),
    JPEG("jpeg");

    private final String code;

    Format(String code) {
      this.code = code;
    }

    String code() {
      return code;
    }
  }

  private static final byte[] PNG_START = {
    (byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'
  };
  private static final byte[] PNG_END = {
    0, 0, 0, 0, 'I', 'E', 'N', 'D', (byte) 0xae, 0x42, 0x60, (byte) 0x82
  };
  private static final int PNG_SIZES_END = 24;
  private static final int PNG_FIRST_CHUNK = 33;

  /** Length, type and checksum of a chunk. */
  private static final int PNG_CHUNK_FRAME = 12;

  private static final int ANIMATION = 'a' << 24 | 'c' << 16 | 'T' << 8 | 'L';
  private static final int DATA = 'I' << 24 | 'D' << 16 | 'A' << 8 | 'T';

  /**
   * The header of {@code image}; empty unless it begins and ends as a PNG or JPEG does. An animated
   * PNG is none: what it shows are its frames.
   */
  static Optional<ImageHeader> of(byte[] image) {
    if (startsWith(image, PNG_START) && endsWith(image, PNG_END) && image.length > PNG_SIZES_END) {
      return isAnimated(image)
          ? Optional.empty()
          : Optional.of(new ImageHeader(Format.PNG, int32(image, 16), int32(image, 20)));
    }
    int last = image.length - 1;
    boolean jpeg =
        image.length > 4
            && u8(image, 0) == 0xff
            && u8(image, 1) == 0xd8
            && u8(image, last - 1) == 0xff
            && u8(image, last) == 0xd9;
    return jpeg ? jpeg(image) : Optional.empty();
  }

  /** Whether the image may be decoded. */
  boolean isBounded() {
    return width > 0
        && height > 0
        && width <= ScreenshotLimits.SIDE_MAX
        && height <= ScreenshotLimits.SIDE_MAX
        && (long) width * height <= ScreenshotLimits.PIXELS_MAX;
  }

  /** Whether a chunk before the data tells of frames (PNG 3, 11.3.6.1). */
  private static boolean isAnimated(byte[] image) {
    long at = PNG_FIRST_CHUNK;
    for (int chunk = 0; at + PNG_CHUNK_FRAME <= image.length; chunk++) {
      int type = int32(image, (int) at + 4);
      if (type == ANIMATION || chunk == ScreenshotLimits.SEGMENTS_MAX) {
        return true;
      }
      if (type == DATA) {
        return false;
      }
      at += PNG_CHUNK_FRAME + Integer.toUnsignedLong(int32(image, (int) at));
    }
    return false;
  }

  /** Walks the segments up to the start of the frame (ITU-T T.81, B.2.2). */
  private static Optional<ImageHeader> jpeg(byte[] image) {
    int at = 2;
    for (int segment = 0; segment < ScreenshotLimits.SEGMENTS_MAX; segment++) {
      while (at + 1 < image.length && u8(image, at) == 0xff && u8(image, at + 1) == 0xff) {
        at++;
      }
      if (at + 9 >= image.length || u8(image, at) != 0xff) {
        return Optional.empty();
      }
      int marker = u8(image, at + 1);
      boolean frame =
          marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
      if (frame) {
        return Optional.of(new ImageHeader(Format.JPEG, u16(image, at + 7), u16(image, at + 5)));
      }
      if (marker == 0xda || marker == 0xd9) {
        return Optional.empty();
      }
      at += 2 + Math.max(2, u16(image, at + 2));
    }
    return Optional.empty();
  }

  private static boolean startsWith(byte[] image, byte[] start) {
    return image.length >= start.length
        && Arrays.equals(image, 0, start.length, start, 0, start.length);
  }

  private static boolean endsWith(byte[] image, byte[] end) {
    return image.length >= end.length
        && Arrays.equals(image, image.length - end.length, image.length, end, 0, end.length);
  }

  private static int u8(byte[] image, int at) {
    return image[at] & 0xff;
  }

  private static int u16(byte[] image, int at) {
    return u8(image, at) << 8 | u8(image, at + 1);
  }

  private static int int32(byte[] image, int at) {
    return u16(image, at) << 16 | u16(image, at + 2);
  }
}
