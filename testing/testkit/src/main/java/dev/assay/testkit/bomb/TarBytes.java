package dev.assay.testkit.bomb;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Writes tars that no honest tool would write. */
public final class TarBytes {

  private static final int BLOCK = 512;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int MEMBER_BYTES = 4 << 20;

  private TarBytes() {}

  /** A header of {@code type} that says {@code size}, without any content. */
  public static byte[] header(char type, String name, String link, long size) {
    byte[] block = new byte[BLOCK];
    put(block, 0, name);
    put(block, 100, "0000644");
    put(block, 124, String.format(Locale.ROOT, "%011o", size));
    put(block, 136, "00000000000");
    Arrays.fill(block, 148, 156, (byte) ' ');
    block[156] = (byte) type;
    put(block, 157, link);
    put(block, 257, "ustar");
    put(block, 263, "00");
    long sum = 0;
    for (byte b : block) {
      sum += b & 0xff;
    }
    put(block, 148, String.format(Locale.ROOT, "%06o", sum));
    block[154] = 0;
    return block;
  }

  /** A header with content, filled up to whole blocks. */
  public static byte[] entry(char type, String name, byte[] content) {
    int blocks = (content.length + BLOCK - 1) / BLOCK;
    byte[] entry = Arrays.copyOf(header(type, name, "", content.length), BLOCK + blocks * BLOCK);
    System.arraycopy(content, 0, entry, BLOCK, content.length);
    return entry;
  }

  /** What ends an archive. */
  public static byte[] end() {
    return new byte[2 * BLOCK];
  }

  /** The parts of an archive, compressed; they may be gzip members of their own. */
  public static byte[] gzip(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new BufferedOutputStream(new GZIPOutputStream(bytes), BUFFER_BYTES)) {
      for (byte[] part : parts) {
        out.write(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * A compressed archive that begins with {@code beginning} and goes on with {@code unit} at least
   * {@code times} times. Its gzip members are equal, so that gigabytes take no time to write.
   */
  public static byte[] repeated(byte[] beginning, byte[] unit, int times) {
    int each = Math.max(1, MEMBER_BYTES / unit.length);
    byte[][] units = new byte[each][];
    Arrays.fill(units, unit);
    byte[] member = gzip(units);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(gzip(beginning));
    for (int written = 0; written < times; written += each) {
      bytes.writeBytes(member);
    }
    return bytes.toByteArray();
  }

  /** The records of a pax header: keys and values by turns. */
  public static byte[] pax(String... pairs) {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int i = 0; i < pairs.length; i += 2) {
      String rest = " " + pairs[i] + "=" + pairs[i + 1] + "\n";
      int bytes = rest.getBytes(StandardCharsets.UTF_8).length;
      int length = bytes + 1;
      while (bytes + Integer.toString(length).length() != length) {
        length++;
      }
      records.writeBytes((length + rest).getBytes(StandardCharsets.UTF_8));
    }
    return records.toByteArray();
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }
}
