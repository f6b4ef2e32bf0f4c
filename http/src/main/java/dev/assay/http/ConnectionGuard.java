package dev.assay.http;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a socket and the HTTP parser of one connection and bounds what the parser leaves
 * open: the time that headers and bodies may take, and the bytes that it may take in before
 * somebody reads them (a chunk announces its own size, and the parser would hold it whole).
 *
 * <p>Confined to the connection's thread, which parses and handles its requests one by one.
 */
final class ConnectionGuard implements Supplier<byte @Nullable []> {

  private enum Phase {
    IDLE,
    HEAD,
    BODY
  }

  private static final ThreadLocal<@Nullable ConnectionGuard> CURRENT = new ThreadLocal<>();

  private final Supplier<byte[]> socket;
  private final HttpLimits limits;
  private final Watchdog watchdog;

  private Phase phase = Phase.IDLE;
  private long startNanos;
  private long bodyBytes;
  private long unreadBytes;

  ConnectionGuard(Supplier<byte[]> socket, HttpLimits limits, Watchdog watchdog) {
    this.socket = socket;
    this.limits = limits;
    this.watchdog = watchdog;
  }

  /** Makes this the guard of the current thread's connection. */
  void enter() {
    CURRENT.set(this);
  }

  /** The guard of the current thread's connection. */
  static ConnectionGuard current() {
    ConnectionGuard guard = CURRENT.get();
    if (guard == null) {
      throw new IllegalStateException("expected to run on a connection's thread");
    }
    return guard;
  }

  /** The headers are complete; what comes now is the body. */
  void bodyBegins() {
    phase = Phase.BODY;
    startNanos = System.nanoTime();
    bodyBytes = 0;
    unreadBytes = 0;
  }

  /** Somebody reads the body and has room for what comes. */
  void readerReady() {
    unreadBytes = 0;
  }

  /** The request is answered; the next one may take its time to begin. */
  void requestEnds() {
    phase = Phase.IDLE;
    unreadBytes = 0;
  }

  @Override
  public byte @Nullable [] get() {
    byte @Nullable [] bytes = read();
    if (bytes == null) {
      return null;
    }
    long now = System.nanoTime();
    if (phase == Phase.IDLE) {
      phase = Phase.HEAD;
      startNanos = now;
      unreadBytes = 0;
    }
    unreadBytes += bytes.length;
    if (unreadBytes > limits.unreadBytesMax()) {
      throw refused(
          Status.REQUEST_ENTITY_TOO_LARGE_413,
          "expected chunks of at most " + limits.unreadBytesMax() + " bytes, found a larger one");
    }
    long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(now - startNanos);
    if (phase == Phase.HEAD && elapsedMillis > limits.headMillisMax()) {
      throw tooSlow();
    }
    if (phase == Phase.BODY) {
      bodyBytes += bytes.length;
      long earnedMillis = bodyBytes * 1_000 / limits.bodyBytesPerSecondMin();
      if (elapsedMillis > limits.bodyGraceMillis() + earnedMillis) {
        throw tooSlow();
      }
    }
    return bytes;
  }

  private byte @Nullable [] read() {
    try (Watchdog.Watch _ = watchdog.watch(Thread.currentThread(), limits.idleMillisMax())) {
      return socket.get();
    } catch (UncheckedIOException | Watchdog.TooLateException e) {
      if (phase != Phase.IDLE && e instanceof Watchdog.TooLateException) {
        throw tooSlow();
      }
      throw new ServerConnectionException("the connection is idle or gone", e);
    }
  }

  private RequestException tooSlow() {
    return refused(
        Status.REQUEST_TIMEOUT_408,
        "expected the request within "
            + (phase == Phase.HEAD ? limits.headMillisMax() : limits.bodyGraceMillis())
            + " ms"
            + (phase == Phase.HEAD
                ? ""
                : " or at " + limits.bodyBytesPerSecondMin() + " bytes/s after them")
            + ", found a slower one");
  }

  private static RequestException refused(Status status, String detail) {
    return RequestException.builder()
        .type(EventType.BAD_REQUEST)
        .status(status)
        .message(detail)
        .safeMessage(true)
        .setKeepAlive(false)
        .build();
  }
}
