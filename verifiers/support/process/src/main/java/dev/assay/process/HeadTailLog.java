package dev.assay.process;

import dev.assay.process.ProcessRunner.OutputSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * A log of bounded size: the first bytes go straight to the file, the last ones are kept in memory
 * and added by {@link #finish}, with one line between them that says how much is missing.
 */
public final class HeadTailLog implements OutputSink {

  private final FileChannel file;
  private final long headBytesMax;
  private final int tailBytesMax;
  private byte[] tail = {};
  private long total;

  /**
   * A log that writes to {@code file} from its present position.
   *
   * @param headBytesMax bytes kept from the start
   * @param tailBytesMax bytes kept from the end
   */
  public HeadTailLog(FileChannel file, long headBytesMax, int tailBytesMax) {
    this.file = file;
    this.headBytesMax = headBytesMax;
    this.tailBytesMax = tailBytesMax;
  }

  @Override
  public void accept(ByteBuffer bytes) throws IOException {
    long room = Math.max(0, headBytesMax - total);
    int headPart = (int) Math.min(room, bytes.remaining());
    ByteBuffer head = bytes.slice(bytes.position(), headPart);
    bytes.position(bytes.position() + headPart);
    total += headPart;
    keepTail(bytes);
    write(head);
  }

  private void keepTail(ByteBuffer bytes) {
    if (tail.length == 0 && bytes.hasRemaining()) {
      tail = new byte[tailBytesMax];
    }
    int skipped = Math.max(0, bytes.remaining() - tail.length);
    bytes.position(bytes.position() + skipped);
    total += skipped;
    while (bytes.hasRemaining() && tail.length > 0) {
      int at = (int) ((total - headBytesMax) % tail.length);
      int part = Math.min(bytes.remaining(), tail.length - at);
      bytes.get(tail, at, part);
      total += part;
    }
  }

  /** Writes the kept end of the output. Call once, after the last {@link #accept}. */
  public void finish() throws IOException {
    long beyondHead = total - headBytesMax;
    if (beyondHead <= 0) {
      return;
    }
    int kept = (int) Math.min(beyondHead, tail.length);
    if (beyondHead > kept) {
      String line =
          "\n# --- %d bytes left out here: the log keeps the first %d and the last %d ---\n"
              .formatted(beyondHead - kept, headBytesMax, tail.length);
      write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    }
    int start = kept < tail.length ? 0 : (int) (beyondHead % tail.length);
    int firstPart = Math.min(kept, tail.length - start);
    write(ByteBuffer.wrap(tail, start, firstPart));
    write(ByteBuffer.wrap(tail, 0, kept - firstPart));
  }

  /** Whether something had to be left out. */
  public boolean truncated() {
    return total - headBytesMax > tailBytesMax;
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }
}
