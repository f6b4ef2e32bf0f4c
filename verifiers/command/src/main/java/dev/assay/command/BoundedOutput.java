package dev.assay.command;

import dev.assay.process.Cancellation;
import dev.assay.process.ProcessRunner.OutputSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Keeps what a command writes, and has it stopped when that is too much. */
final class BoundedOutput implements OutputSink {

  private final int bytesMax;
  private final Cancellation cancellation;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long total;

  BoundedOutput(int bytesMax, Cancellation cancellation) {
    this.bytesMax = bytesMax;
    this.cancellation = cancellation;
  }

  @Override
  public void accept(ByteBuffer bytes) {
    total += bytes.remaining();
    byte[] room = new byte[Math.min(bytes.remaining(), bytesMax - kept.size())];
    bytes.get(room);
    kept.writeBytes(room);
    if (isOver()) {
      cancellation.request();
    }
  }

  boolean isOver() {
    return total > bytesMax;
  }

  long total() {
    return total;
  }

  byte[] bytes() {
    return kept.toByteArray();
  }

  /** The text, whatever is no UTF-8 in it replaced. */
  String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }
}
