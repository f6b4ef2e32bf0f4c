package dev.assay.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Tells the connection's guard when the client has to take something, and when it has. */
final class GuardedWriter implements DataWriter {

  private final DataWriter socket;
  private final ConnectionGuard guard;

  GuardedWriter(DataWriter socket, ConnectionGuard guard) {
    this.socket = socket;
    this.guard = guard;
  }

  @Override
  public void write(BufferData... buffers) {
    write(BufferData.create(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    int bytes = buffer.available();
    long start = System.nanoTime();
    guard.writes(start);
    try {
      socket.write(buffer);
    } finally {
      guard.wrote(start, bytes);
    }
  }

  @Override
  public void writeNow(BufferData... buffers) {
    write(buffers);
  }

  @Override
  public void writeNow(BufferData buffer) {
    write(buffer);
  }
}
