package dev.assay.http;

import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An answer: a status, headers and a body that is whole, streamed or an event stream. */
public final class Response {

  /** Media type of JSON answers. */
  public static final String JSON = "application/json";

  /** A header of an answer. */
  record Header(String name, String value) {}

  /** Writes a body; failing means that the connection is cut, never that the body looks whole. */
  @FunctionalInterface
  public interface Writer {
    void write(OutputStream out) throws IOException;
  }

  /** Feeds an event stream until it has nothing more to say or the sink is closed. */
  @FunctionalInterface
  public interface Events {
    void feed(EventSink sink) throws IOException, InterruptedException;
  }

  /** The three kinds of body. */
  sealed interface Body permits Whole, Streamed, EventBody {}

  /** A body in memory. */
  static final class Whole implements Body {
    private final byte[] bytes;
    private final byte @Nullable [] zipped;

    Whole(byte[] bytes, byte @Nullable [] zipped) {
      this.bytes = bytes;
      this.zipped = zipped;
    }

    byte[] bytes() {
      return bytes;
    }

    /** The same compressed, where that was made already; otherwise null. */
    byte @Nullable [] zipped() {
      return zipped;
    }
  }

  /** A body of a known length. */
  record Streamed(long length, Writer writer) implements Body {}

  /** Server-sent events. */
  record EventBody(Events events) implements Body {}

  private final int status;
  private final Body body;
  private final List<Header> headers = new ArrayList<>(4);

  private boolean secret;

  private Response(int status, Body body) {
    this.status = status;
    this.body = body;
  }

  /** {@code value} as JSON. */
  public static Response json(int status, Object value) {
    return bytes(status, JSON, Json.write(value));
  }

  public static Response text(int status, String mediaType, String text) {
    return bytes(status, mediaType, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Response bytes(int status, String mediaType, byte[] bytes) {
    return whole(status, mediaType, new Whole(bytes, null));
  }

  /** A body that many answers have. */
  public static Response fixed(int status, String mediaType, FixedBody body) {
    return whole(status, mediaType, new Whole(body.bytes(), body.zipped()));
  }

  private static Response whole(int status, String mediaType, Whole body) {
    return new Response(status, body).header("Content-Type", mediaType);
  }

  public static Response streamed(int status, String mediaType, long length, Writer writer) {
    return new Response(status, new Streamed(length, writer)).header("Content-Type", mediaType);
  }

  /** Server-sent events (HTML Living Standard, "Server-sent events"). */
  public static Response events(Events events) {
    return new Response(200, new EventBody(events))
        .header("Content-Type", "text/event-stream")
        .header("Cache-Control", "no-store");
  }

  /** The problem of {@code rejection}, with Retry-After where waiting helps. */
  public static Response problem(Rejection rejection) {
    Problem problem = new Problem(rejection);
    return refusal(problem.status(), Problem.MEDIA_TYPE, problem.bytes());
  }

  /** A refusal in another form than a problem, with Retry-After where waiting helps. */
  public static Response refusal(int status, String mediaType, byte[] bytes) {
    Response response = bytes(status, mediaType, bytes).header("Cache-Control", "no-store");
    return switch (status) {
      case 401 -> response.header("WWW-Authenticate", "Bearer realm=\"assay\"");
      case 429 -> response.header("Retry-After", Integer.toString(HttpLimits.RETRY_BUSY_SECONDS));
      case 503 -> response.header("Retry-After", Integer.toString(HttpLimits.RETRY_DOWN_SECONDS));
      default -> response;
    };
  }

  /** This answer with another header. */
  public Response header(String name, String value) {
    headers.add(new Header(name, value));
    return this;
  }

  /**
   * This answer, which holds what its reader alone may know, as salts and tokens. It is never
   * compressed: beside text that somebody else chose, its length would tell what it holds.
   */
  public Response secret() {
    secret = true;
    return this;
  }

  /** Whether it {@linkplain #secret() holds a secret}; one that sets a cookie does. */
  boolean isSecret() {
    return secret || first("Set-Cookie").isPresent();
  }

  /** The first value of a header. */
  Optional<String> first(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }

  /** A copy that also says that it depends on the request header of that name. */
  Response varyingBy(String name) {
    String others = first("Vary").map(vary -> vary + ", ").orElse("");
    return copy(body, "Vary").header("Vary", others + name);
  }

  /**
   * A copy with {@code gzip} in place of its body. Its tag becomes weak, since a strong one names
   * the bytes that are sent (RFC 9110, section 8.8.3).
   */
  Response zipped(byte[] gzip) {
    Response zipped = copy(new Whole(gzip, null), "ETag").header("Content-Encoding", "gzip");
    return first("ETag")
        .map(tag -> zipped.header("ETag", tag.startsWith("W/") ? tag : "W/" + tag))
        .orElse(zipped);
  }

  private Response copy(Body other, String without) {
    Response copy = new Response(status, other);
    headers.stream()
        .filter(header -> !header.name().equalsIgnoreCase(without))
        .forEach(copy.headers::add);
    return copy;
  }

  int status() {
    return status;
  }

  Body body() {
    return body;
  }

  List<Header> headers() {
    return headers;
  }
}
