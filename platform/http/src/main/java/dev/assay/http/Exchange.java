package dev.assay.http;

import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the answer of one request and leaves the connection in order or closes it. */
final class Exchange {

  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final int BUFFER_BYTES = 16 * 1024;

  /**
   * The policy of an answer that says nothing of its own: a browser that shows it loads nothing.
   */
  private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  private final ServerRequest http;
  private final RoutingResponse out;
  private final ConnectionGuard guard;
  private final BooleanSupplier draining;
  private @Nullable BodyStream body;
  private boolean closes;

  Exchange(
      ServerRequest http, RoutingResponse out, ConnectionGuard guard, BooleanSupplier draining) {
    this.http = http;
    this.out = out;
    this.guard = guard;
    this.draining = draining;
  }

  /** The body; the same stream every time. */
  BodyStream body() {
    BodyStream stream = body;
    if (stream == null) {
      stream = new BodyStream(http.content().inputStream(), guard);
      body = stream;
    }
    return stream;
  }

  /** Whether nobody is there any more who would take the answer. */
  boolean clientLeft() {
    return guard.clientLeft();
  }

  /** Whether the connection ends after this answer. */
  boolean closes() {
    return closes;
  }

  /**
   * Writes {@code response} and returns its status.
   *
   * @throws CloseConnectionException when the client is gone or a streamed body broke off
   */
  int answer(Response response) {
    boolean unread = http.content().hasEntity() && (body == null || !body.ended());
    closes =
        draining.getAsBoolean()
            || http.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
            || unread && !smallRest();
    out.status(Status.create(response.status()));
    out.header("Content-Security-Policy", NOTHING);
    response.headers().forEach(header -> out.header(header.name(), header.value()));
    out.header("X-Content-Type-Options", "nosniff");
    out.header("Cross-Origin-Resource-Policy", "same-origin");
    if (closes) {
      out.header(HeaderValues.CONNECTION_CLOSE);
    }
    try {
      switch (response.body()) {
        case Response.Whole whole -> whole(whole.bytes());
        case Response.Streamed(long length, Response.Writer writer) -> streamed(length, writer);
        case Response.EventBody(Response.Events events) -> events(events);
      }
    } catch (ServerConnectionException | SocketWriterException e) {
      throw new CloseConnectionException("the client did not take the answer", e);
    }
    if (unread) {
      linger();
    }
    return response.status();
  }

  private void whole(byte[] bytes) {
    if (head()) {
      out.header(HeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length));
      out.send();
    } else if (bytes.length <= HttpLimits.SLICE_BYTES) {
      out.send(bytes);
    } else {
      streamed(bytes.length, stream -> slices(bytes, stream));
    }
  }

  private static void slices(byte[] bytes, OutputStream stream) throws IOException {
    for (int from = 0; from < bytes.length; from += HttpLimits.SLICE_BYTES) {
      stream.write(bytes, from, Math.min(HttpLimits.SLICE_BYTES, bytes.length - from));
    }
  }

  private void streamed(long length, Response.Writer writer) {
    out.header(HeaderNames.CONTENT_LENGTH, Long.toString(length));
    if (head()) {
      out.send();
      return;
    }
    OutputStream stream = out.outputStream();
    try {
      writer.write(stream);
      stream.close();
      out.commit();
    } catch (IOException | UncheckedIOException e) {
      LOG.atWarn()
          .addKeyValue("path", http.prologue().uriPath().rawPath())
          .addKeyValue("reason", e.getMessage())
          .log("an answer broke off");
      throw new CloseConnectionException("the body broke off", e);
    }
  }

  private void events(Response.Events events) {
    if (head()) {
      out.send();
      return;
    }
    closes = true;
    out.header(HeaderValues.CONNECTION_CLOSE);
    try {
      OutputStream stream = out.outputStream();
      EventSink sink = new EventSink(stream, draining);
      sink.begin();
      events.feed(sink);
      stream.close();
      out.commit();
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("the client left the event stream", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("the event stream was interrupted", e);
    }
  }

  private boolean head() {
    return http.prologue().method().text().equals("HEAD");
  }

  /** Whether the rest of the body is worth reading for the sake of the connection. */
  private boolean smallRest() {
    if (!http.continueSent() || http.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
      return false;
    }
    OptionalLong length = http.headers().contentLength();
    return length.isPresent() && length.getAsLong() <= HttpLimits.LINGER_BYTES_MAX;
  }

  /**
   * Reads and drops what the client still sends, within a bound: closing a socket with unread bytes
   * would reset it and could take the answer away from the client.
   */
  private void linger() {
    if (!http.continueSent()) {
      return;
    }
    if (closes) {
      guard.drain();
      return;
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      BodyStream rest = body();
      int read = 0;
      while (read >= 0) {
        read = rest.read(buffer);
      }
    } catch (IOException _) {
      closes = true;
    }
  }
}
