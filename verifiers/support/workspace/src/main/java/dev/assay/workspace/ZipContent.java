package dev.assay.workspace;

import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** An entry's content as it is unpacked; its end is reached only when size and sum are right. */
final class ZipContent extends InputStream {

  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final InputStream in;
  private final Inflater inflater;
  private final ZipReader.Entry entry;
  private final CRC32 crc = new CRC32();
  private long bytes;

  private ZipContent(InputStream in, Inflater inflater, ZipReader.Entry entry) {
    this.in = in;
    this.inflater = inflater;
    this.entry = entry;
  }

  /** Unpacks {@code packed} by the method of {@code entry}. */
  static ZipContent of(InputStream packed, ZipReader.Entry entry) throws RefusedArchiveException {
    Inflater inflater = new Inflater(true);
    return switch (entry.method()) {
      case STORED -> new ZipContent(packed, inflater, entry);
      case DEFLATED -> new ZipContent(inflated(packed, inflater), inflater, entry);
      default -> {
        inflater.end();
        throw WorkspaceWriter.unsupported();
      }
    };
  }

  /** An inflater without a header wants one byte more than the data has. */
  private static InputStream inflated(InputStream packed, Inflater inflater) {
    InputStream oneMore = new SequenceInputStream(packed, new ByteArrayInputStream(new byte[1]));
    return new InflaterInputStream(oneMore, inflater, BUFFER_BYTES);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = in.read(buffer, offset, length);
    if (read > 0) {
      bytes += read;
      crc.update(buffer, offset, read);
    }
    if (bytes > entry.bytes() || read < 0 && wrong()) {
      throw new ZipException("other bytes than the directory says");
    }
    return read;
  }

  private boolean wrong() {
    return bytes != entry.bytes() || crc.getValue() != entry.crc();
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
