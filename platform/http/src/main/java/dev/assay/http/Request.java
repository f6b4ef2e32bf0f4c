package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request as a handler sees it. Confined to the request's thread. */
public final class Request {

  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerRequest http;
  private final Map<String, String> variables;
  private final Query query;
  private final Principal principal;
  private final Admission.Ticket ticket;
  private final Exchange exchange;
  private boolean decodes;
  private boolean abandoned;

  Request(
      ServerRequest http,
      Map<String, String> variables,
      Query query,
      Principal principal,
      Admission.Ticket ticket,
      Exchange exchange) {
    this.http = http;
    this.variables = variables;
    this.query = query;
    this.principal = principal;
    this.ticket = ticket;
    this.exchange = exchange;
  }

  /** The decoded value of a variable of the route's path. */
  public String path(String variable) {
    String value = variables.get(variable);
    if (value == null) {
      throw new IllegalArgumentException("expected a path variable, found none named " + variable);
    }
    return value;
  }

  public Query query() {
    return query;
  }

  /** Who calls, as the server found out. Never what the client says of itself. */
  public Principal principal() {
    return principal;
  }

  /**
   * The value of a header, in any case of its name; of one that is given more than once all values
   * with commas between them (RFC 9110 section 5.3).
   */
  public Optional<String> header(String name) {
    HeaderName key = HeaderNames.create(name);
    return http.headers().contains(key)
        ? Optional.of(String.join(", ", http.headers().values(key)))
        : Optional.empty();
  }

  /**
   * The headers whose names begin with {@code prefix}, by the rest of their names in lower case.
   *
   * @throws ProblemException with INVALID_CLOUDEVENT when one is given twice
   */
  public Map<String, String> headersAfter(String prefix) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Header header : http.headers()) {
      String name = header.headerName().lowerCase();
      if (name.startsWith(prefix)) {
        if (header.valueCount() > 1) {
          throw new ProblemException(
              new Rejection(
                  ErrorCode.INVALID_CLOUDEVENT,
                  "expected the header " + name + " once, found it more often",
                  name));
        }
        values.put(name.substring(prefix.length()), header.get());
      }
    }
    return values;
  }

  /** Whether this is HEAD: the answer's body is not sent. */
  public boolean head() {
    return http.prologue().method().text().equals("HEAD");
  }

  /** Bytes of the body as the client announced them; empty when it sends chunks. */
  public OptionalLong contentLength() {
    if (http.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
      return OptionalLong.empty();
    }
    OptionalLong announced = http.headers().contentLength();
    return announced.isPresent() ? announced : OptionalLong.of(0);
  }

  /**
   * The body as it arrives. A body that breaks off, comes too slowly or is badly framed fails with
   * a {@link BodyException}, which the server answers when the handler lets it pass.
   */
  public InputStream stream() {
    if (!decodes && !contentEncoding(header("content-encoding")).isEmpty()) {
      throw new ProblemException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "expected no Content-Encoding for this call, found one");
    }
    return exchange.body();
  }

  /**
   * The Content-Encoding of the body in lower case, empty for none; who asks decodes the body, and
   * bounds what comes out of it. For anybody else a body that has one is refused.
   */
  public String contentEncoding() {
    decodes = true;
    return contentEncoding(header("content-encoding"));
  }

  private static String contentEncoding(Optional<String> header) {
    String encoding = header.orElse("").strip().toLowerCase(Locale.ROOT);
    return encoding.equals("identity") ? "" : encoding;
  }

  /**
   * The whole body.
   *
   * @throws ProblemException with PAYLOAD_TOO_LARGE when it has more than {@code bytesMax} bytes,
   *     with OVERLOADED when all bodies together take too much memory
   */
  public byte[] body(int bytesMax) throws IOException {
    long announced = contentLength().orElse(-1);
    if (announced > bytesMax) {
      throw tooLarge(bytesMax);
    }
    if (announced < 0 || announced > HttpLimits.BODY_BYTES_AT_ONCE) {
      return growing(bytesMax, announced);
    }
    int length = (int) announced;
    ticket.reserve(length);
    if (length == 0) {
      return new byte[0];
    }
    InputStream in = stream();
    byte[] body = in.readNBytes(length);
    if (body.length < length || in.read() >= 0) {
      throw incomplete(length, body.length);
    }
    return body;
  }

  /** A body for which room is made as it comes, so that an announcement alone takes none. */
  private byte[] growing(int bytesMax, long announced) throws IOException {
    InputStream in = stream();
    ByteArrayOutputStream body = new ByteArrayOutputStream(BUFFER_BYTES);
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      if (body.size() + read > bytesMax) {
        throw tooLarge(bytesMax);
      }
      ticket.reserve(read);
      body.write(buffer, 0, read);
    }
    if (announced >= 0 && body.size() != announced) {
      throw incomplete(announced, body.size());
    }
    return body.toByteArray();
  }

  private static BodyException incomplete(long announced, int found) {
    return new BodyException(
        ErrorCode.MALFORMED_REQUEST, "expected a body of " + announced + " bytes, found " + found);
  }

  private static ProblemException tooLarge(int bytesMax) {
    return new ProblemException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "expected a body of at most " + bytesMax + " bytes, found a larger one");
  }

  /**
   * Says that this request is a long upload: it gives up its place among those in work and takes
   * one among the long uploads.
   *
   * @throws ProblemException with OVERLOADED when there are too many already
   */
  public void uploads() {
    ticket.requireStay(Admission.Stay.UPLOAD);
  }

  /**
   * Asks to wait for something before it is answered: the request gives up its place among those in
   * work and takes one among those that wait. Bytes of the body no longer count.
   *
   * @return false when too many wait already; the request should be answered with what is known
   */
  public boolean mayWait() {
    return ticket.staysOpen(Admission.Stay.WAIT);
  }

  /**
   * Whether the client has closed the connection, for one that waits to look at now and then; from
   * any thread. It is noticed from the first call on, so that call says false.
   */
  public boolean clientLeft() {
    return exchange.clientLeft();
  }

  /**
   * What {@code future} becomes, for a request that may wait.
   *
   * @throws TimeoutException when that has not come by {@code deadlineNanos}, or the client left
   */
  public <T> T await(Future<T> future, long deadlineNanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    while (true) {
      long left = Math.max(0, deadlineNanos - System.nanoTime());
      try {
        return future.get(
            abandoned ? 0 : Math.min(left, HttpLimits.LEFT_LOOK_NANOS), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        boolean late = left <= HttpLimits.LEFT_LOOK_NANOS;
        abandoned = abandoned || !late && clientLeft();
        if (late || abandoned) {
          throw e;
        }
      }
    }
  }

  void streamsEvents() {
    ticket.requireStay(Admission.Stay.EVENTS);
  }
}
