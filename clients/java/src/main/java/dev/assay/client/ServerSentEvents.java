package dev.assay.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event stream (WHATWG HTML, section 9.2.6), read one event after another. */
final class ServerSentEvents {

  /**
   * One event.
   *
   * @param id what {@code Last-Event-ID} says to go on behind it, or null
   * @param kind its name, {@code message} without one
   */
  record Event(@Nullable String id, String kind, String data) {}

  private final InputStream in;
  private int bytes;

  ServerSentEvents(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /**
   * The next event, or empty at the end of the stream.
   *
   * @throws AssayException with INVALID_ANSWER for one that is too large
   */
  Optional<Event> next() throws IOException {
    String id = null;
    String kind = "message";
    StringBuilder data = new StringBuilder();
    bytes = 0;
    for (String line = line(); line != null; line = line()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (name) {
        case "id" -> id = value;
        case "event" -> kind = value;
        case "data" -> data.append(value).append('\n');
        case "" -> {
          if (line.isEmpty() && !data.isEmpty()) {
            return Optional.of(new Event(id, kind, data.toString()));
          }
          bytes = 0;
        }
        default -> {
          // As the standard says of fields that it does not have.
        }
      }
    }
    return Optional.empty();
  }

  /** The next line without its end, or null when the stream ends before it. */
  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      if (++bytes > ClientLimits.EVENT_BYTES_MAX) {
        throw new AssayException(
            AssayException.INVALID_ANSWER,
            "expected events of at most " + ClientLimits.EVENT_BYTES_MAX + " bytes");
      }
      line.write(next);
    }
    return null;
  }
}
