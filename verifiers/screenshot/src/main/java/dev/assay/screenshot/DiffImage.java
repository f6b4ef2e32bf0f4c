package dev.assay.screenshot;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * The difference as a PNG to lay over either image: transparent where they agree, red where they
 * differ, yellow where only smoothing does, grey where policy masks. The encoder is our own, with
 * runs and fixed codes only (RFC 1951, 3.2.6), so that every machine writes the same bytes.
 */
final class DiffImage {

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte[] PALETTE = {
    -1, -1, -1, (byte) 0xd0, 0, 0, (byte) 0xf0, (byte) 0xc0, 0, 0x60, 0x60, 0x60
  };
  private static final byte[] OPACITY = {0, -1, (byte) 0xa0, 0x60};
  private static final int PIXELS_PER_BYTE = 4;
  private static final int RUN_MAX = 258;
  private static final int SHORT_RUN_MAX = 10;
  private static final int RUN_MIN = 3;

  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private long bits;
  private int bitCount;

  private DiffImage() {}

  static byte[] png(PixelDiff diff) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13);
    header.putInt(diff.width()).putInt(diff.height());
    header.put((byte) 2).put((byte) 3).put((byte) 0).put((byte) 0).put((byte) 0);
    chunk(out, "IHDR", header.array());
    chunk(out, "PLTE", PALETTE);
    chunk(out, "tRNS", OPACITY);
    chunk(out, "IDAT", new DiffImage().zlib(rows(diff)));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  /** Two bits for a pixel, rows without a filter (PNG 7.2). */
  private static byte[] rows(PixelDiff diff) {
    int rowBytes = (diff.width() + PIXELS_PER_BYTE - 1) / PIXELS_PER_BYTE;
    byte[] rows = new byte[(rowBytes + 1) * diff.height()];
    for (int y = 0; y < diff.height(); y++) {
      int start = y * (rowBytes + 1) + 1;
      for (int x = 0; x < diff.width(); x++) {
        int shift = 6 - x % PIXELS_PER_BYTE * 2;
        rows[start + x / PIXELS_PER_BYTE] |= (byte) (diff.mark(x, y) << shift);
      }
    }
    return rows;
  }

  private byte[] zlib(byte[] raw) {
    data.write(0x78);
    data.write(0x01);
    write(1, 1);
    write(1, 2);
    int at = 0;
    while (at < raw.length) {
      int run = at == 0 ? 0 : run(raw, at);
      if (run >= RUN_MIN) {
        int length = run >= RUN_MAX ? RUN_MAX : Math.min(run, SHORT_RUN_MAX);
        symbol(length == RUN_MAX ? 285 : 254 + length);
        reversed(0, 5);
        at += length;
      } else {
        symbol(raw[at++] & 0xff);
      }
    }
    symbol(256);
    write(0, (8 - bitCount % 8) % 8);
    Adler32 adler = new Adler32();
    adler.update(raw);
    data.writeBytes(ByteBuffer.allocate(4).putInt((int) adler.getValue()).array());
    return data.toByteArray();
  }

  /** How often the byte before {@code at} is repeated from there on. */
  private static int run(byte[] raw, int at) {
    int length = 0;
    while (length < RUN_MAX && at + length < raw.length && raw[at + length] == raw[at - 1]) {
      length++;
    }
    return length;
  }

  private void symbol(int symbol) {
    if (symbol < 144) {
      reversed(0x30 + symbol, 8);
    } else if (symbol < 256) {
      reversed(0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
      reversed(symbol - 256, 7);
    } else {
      reversed(0xc0 + symbol - 280, 8);
    }
  }

  /** Codes go out with their highest bit first. */
  private void reversed(int code, int count) {
    write(Integer.reverse(code) >>> 32 - count, count);
  }

  private void write(int value, int count) {
    bits |= (long) value << bitCount;
    bitCount += count;
    while (bitCount >= 8) {
      data.write((int) bits & 0xff);
      bits >>>= 8;
      bitCount -= 8;
    }
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] body) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
    out.writeBytes(name);
    out.writeBytes(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
