package dev.assay.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The open end of an event stream. Used by one thread. */
public final class EventSink {

  private final OutputStream out;
  private final BooleanSupplier draining;
  private long writtenNanos = System.nanoTime();

  EventSink(OutputStream out, BooleanSupplier draining) {
    this.out = out;
    this.draining = draining;
  }

  /**
   * Sends one event.
   *
   * @param id what the client sends back as {@code Last-Event-ID}
   * @param json one line
   * @throws IOException when the client is gone
   */
  public void send(String type, String id, String json) throws IOException {
    write("event: " + type + "\nid: " + id + "\ndata: " + json + "\n\n");
  }

  /**
   * Says that there was nothing to send for a moment; keeps a quiet stream alive.
   *
   * @return whether the stream goes on; false when the server shuts down
   * @throws IOException when the client is gone
   */
  public boolean idle() throws IOException {
    if (draining.getAsBoolean()) {
      return false;
    }
    long silentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - writtenNanos);
    if (silentMillis >= HttpLimits.HEARTBEAT_MILLIS) {
      write(": still here\n\n");
    }
    return true;
  }

  void begin() throws IOException {
    write(": open\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    writtenNanos = System.nanoTime();
  }
}
