package dev.assay.workspace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes zips that no honest tool would write. */
final class ZipBytes {

  private static final int HEADER_BYTES = 46;
  private static final int LOCAL_BYTES = 30;
  private static final int END_BYTES = 22;

  private ZipBytes() {}

  /** A directory that tells of one directory {@code entries} times, and only that before it. */
  static Path directory(Path zip, int entries, int nameBytes, int commentBytes) throws IOException {
    byte[] header = new byte[HEADER_BYTES];
    ByteBuffer fields = fields(header, 0x02014b50);
    fields.putShort(28, (short) nameBytes).putShort(32, (short) commentBytes);
    byte[] rest = new byte[nameBytes + commentBytes];
    Arrays.fill(rest, (byte) 'n');
    rest[nameBytes - 1] = '/';
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(zip), 1 << 16)) {
      byte[] local = new byte[LOCAL_BYTES];
      fields(local, 0x04034b50).putShort(26, (short) nameBytes);
      out.write(local);
      out.write(rest, 0, nameBytes);
      for (int i = 0; i < entries; i++) {
        out.write(header);
        out.write(rest);
      }
      long bytes = (long) entries * (HEADER_BYTES + rest.length);
      byte[] end = new byte[END_BYTES];
      fields(end, 0x06054b50).putInt(12, (int) bytes).putInt(16, LOCAL_BYTES + nameBytes);
      out.write(end);
    }
    return zip;
  }

  /** One file of zeros. */
  static Path zeros(Path zip, int bytes) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("zeros"));
      byte[] zeros = new byte[1 << 20];
      for (int left = bytes; left > 0; left -= zeros.length) {
        out.write(zeros);
      }
      out.closeEntry();
    }
    return zip;
  }

  private static ByteBuffer fields(byte[] header, int signature) {
    return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(0, signature);
  }
}
