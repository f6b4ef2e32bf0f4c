package dev.assay.http;

import dev.assay.http.Admission.Lane;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ServerConnectionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a socket and the HTTP parser of one connection and bounds what the parser leaves
 * open: the time that headers, bodies and answers may take, and the bytes that it may take in
 * before somebody reads them (a chunk announces its own size, and the parser would hold it whole).
 *
 * <p>Belongs to the connection's thread, which parses and handles its requests one by one; {@link
 * Connections} looks at its phase and deadline from other threads and may {@link #cut} it off.
 */
final class ConnectionGuard implements Supplier<byte @Nullable []> {

  /** What the connection does now. */
  enum Phase {
    /** Nothing yet was received on it. */
    NEW,
    /** Between two requests. */
    IDLE,
    HEAD,
    BODY,
    /** A request is in work. */
    WORK,
    ANSWER
  }

  private static final ThreadLocal<@Nullable ConnectionGuard> CURRENT = new ThreadLocal<>();

  /** No operation is under way that has a deadline. */
  private static final long NONE = Long.MIN_VALUE;

  /** The deadline was missed. */
  private static final long MISSED = Long.MIN_VALUE + 1;

  private final SocketChannel channel;
  private final Connections.Ends ends;
  private final HttpLimits limits;
  private final AtomicLong deadlineNanos = new AtomicLong(NONE);
  private final Pace bodyPace;
  private final Pace answerPace;
  private ReadAhead socket = new ReadAhead(() -> new byte[0]);

  private volatile Phase phase = Phase.NEW;
  private volatile long phaseNanos = System.nanoTime();
  private volatile boolean known;
  private volatile int answerBytes;
  private volatile Lane lane = Lane.PUBLIC;
  private volatile String principal = Principal.ANONYMOUS;

  private long headNanos;
  private int unreadBytes;
  private Admission.@Nullable Ticket ticket;

  ConnectionGuard(SocketChannel channel, Connections.Ends ends, HttpLimits limits) {
    this.channel = channel;
    this.ends = ends;
    this.limits = limits;
    this.bodyPace = new Pace(limits.bodyGraceMillis(), limits.bodyBytesPerSecondMin());
    this.answerPace = new Pace(limits.answerGraceMillis(), limits.answerBytesPerSecondMin());
  }

  /** Makes this the guard of the current thread's connection, which reads from {@code source}. */
  void enter(Supplier<? extends byte @Nullable []> source) {
    socket = new ReadAhead(source);
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

  /** Whether the client of the request in work has closed the connection; for any thread. */
  boolean clientLeft() {
    return socket.clientLeft();
  }

  Connections.Ends ends() {
    return ends;
  }

  Phase phase() {
    return phase;
  }

  /** Since when the connection does what it does; of an answer, since its last part was taken. */
  long phaseNanos() {
    return phaseNanos;
  }

  /** Whether a call on it was let in. */
  boolean known() {
    return known;
  }

  void becomeKnown() {
    known = true;
  }

  /** The lane of its last request. */
  Lane lane() {
    return lane;
  }

  /** Who sent its last request. */
  String principal() {
    return principal;
  }

  /** Bytes of its answer that are counted as held in memory. */
  int answerBytes() {
    return answerBytes;
  }

  boolean open() {
    return channel.isOpen();
  }

  /** Whether a deadline has passed; it is then taken as missed and asked for only once. */
  boolean missed(long now) {
    long deadline = deadlineNanos.get();
    return deadline != NONE
        && deadline != MISSED
        && now - deadline > 0
        && deadlineNanos.compareAndSet(deadline, MISSED);
  }

  /**
   * Closes the connection under whoever reads or writes. What the client did not take of an answer
   * is dropped, as it would occupy the machine's memory for minutes.
   */
  void cut() {
    try {
      if (phase == Phase.ANSWER) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
      channel.close();
    } catch (IOException _) {
      // it is closed already
    }
  }

  /** The headers are complete; what comes now is the body. */
  void bodyBegins() {
    phase(Phase.WORK);
    bodyPace.begin();
    if (known) {
      answerPace.begin();
    }
    unreadBytes = 0;
  }

  /** The request is one of this lane and principal. */
  void belongsTo(Lane requestLane, String requestPrincipal) {
    lane = requestLane;
    principal = requestPrincipal;
  }

  /** {@code admitted} is told when the request waits for the client and what the parser holds. */
  void requestOf(Admission.Ticket admitted) {
    ticket = admitted;
  }

  /** Somebody reads the body and has room for what comes. */
  void readerReady() {
    unreadBytes = 0;
    if (ticket != null) {
      ticket.unreadIsRead();
    }
  }

  /** The request is answered; the next one may take its time to begin. */
  void requestEnds() {
    ticket = null;
    unreadBytes = 0;
    answerBytes = 0;
    phase(Phase.IDLE);
  }

  /** An answer of that size is held in memory and may be cut off to make room. */
  void holdsAnswer(int bytes) {
    answerBytes = bytes;
  }

  @Override
  public byte @Nullable [] get() {
    Phase before = phase;
    long now = System.nanoTime();
    if (before == Phase.WORK || before == Phase.ANSWER) {
      phase(Phase.BODY);
      if (ticket != null) {
        ticket.clientIsAwaited();
      }
    }
    byte @Nullable [] bytes = read(now + silenceNanos(before, now));
    long waited = System.nanoTime() - now;
    if (bytes == null) {
      if (before == Phase.HEAD) {
        throw refused(Status.BAD_REQUEST_400, "expected the whole head, found its beginning alone");
      }
      return null;
    }
    switch (before) {
      case NEW, IDLE -> {
        phase(Phase.HEAD);
        headNanos = phaseNanos;
        unreadBytes = 0;
      }
      case HEAD -> {
        if (System.nanoTime() - headNanos > TimeUnit.MILLISECONDS.toNanos(limits.headMillisMax())) {
          throw tooSlow(true);
        }
      }
      case BODY, WORK, ANSWER -> {
        phase(Phase.WORK);
        if (ticket != null) {
          ticket.clientWentOn();
        }
        bodyPace.moved(waited, bytes.length);
        if (bodyPace.leftNanos() <= 0) {
          throw tooSlow(false);
        }
      }
    }
    count(bytes.length);
    return bytes;
  }

  /** Reads and drops what still comes until the client has read the answer and closes. */
  void drain() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HttpLimits.LINGER_MILLIS_MAX);
    int dropped = 0;
    phase(Phase.BODY);
    try {
      while (dropped < HttpLimits.LINGER_BYTES_MAX) {
        byte @Nullable [] bytes = read(end);
        if (bytes == null) {
          return;
        }
        dropped += bytes.length;
      }
    } catch (RequestException | ServerConnectionException _) {
      // it is closed, which was to come
    }
  }

  /** A part of an answer is written from now on; the client has to take it in time. */
  void writes(long now) {
    if (phase != Phase.ANSWER) {
      phase(Phase.ANSWER);
    }
    deadlineNanos.set(now + answerPace.leftNanos());
  }

  /**
   * {@code bytes} were written since {@code start}.
   *
   * @throws ServerConnectionException when it took too long
   */
  void wrote(long start, int bytes) {
    long now = System.nanoTime();
    phaseNanos = now;
    answerPace.moved(now - start, bytes);
    if (deadlineNanos.getAndSet(NONE) == MISSED || answerPace.leftNanos() <= 0) {
      throw new ServerConnectionException(
          "expected a client that takes its answer",
          new SocketTimeoutException("found one that does not"));
    }
  }

  private byte @Nullable [] read(long deadline) {
    deadlineNanos.set(deadline);
    try {
      return socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("the connection is idle or gone", e);
    } finally {
      deadlineNanos.set(NONE);
    }
  }

  private long silenceNanos(Phase before, long now) {
    return switch (before) {
      case NEW -> TimeUnit.MILLISECONDS.toNanos(limits.headMillisMax());
      case IDLE -> TimeUnit.MILLISECONDS.toNanos(limits.idleMillisMax());
      case HEAD -> headNanos + TimeUnit.MILLISECONDS.toNanos(limits.headMillisMax()) - now;
      case BODY, WORK, ANSWER ->
          TimeUnit.MILLISECONDS.toNanos(Math.min(limits.bodyGraceMillis(), limits.idleMillisMax()));
    };
  }

  private void count(int bytes) {
    unreadBytes += bytes;
    if (unreadBytes > limits.unreadBytesMax()) {
      throw refused(
          Status.REQUEST_ENTITY_TOO_LARGE_413,
          "expected chunks of at most " + limits.unreadBytesMax() + " bytes, found a larger one");
    }
    if (ticket != null && unreadBytes > HttpLimits.UNREAD_BYTES_FREE) {
      ticket.holdsUnread(bytes);
    }
  }

  private void phase(Phase next) {
    phaseNanos = System.nanoTime();
    phase = next;
  }

  private RequestException tooSlow(boolean head) {
    return refused(
        Status.REQUEST_TIMEOUT_408,
        "expected the request within "
            + (head ? limits.headMillisMax() : limits.bodyGraceMillis())
            + " ms"
            + (head ? "" : " or at " + limits.bodyBytesPerSecondMin() + " bytes/s after them")
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
