package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is in work and says no before the machine has to. Each {@link Lane} has places of its
 * own. A request holds its place while its handler works, not while its body comes or its answer is
 * taken, which is up to the client.
 */
final class Admission {

  private static final int UNIT_BYTES = 1_024;

  /** What stays open. */
  enum Stay {
    WAIT("waiting requests"),
    EVENTS("event streams"),
    UPLOAD("long uploads");

    private final String text;

    Stay(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** The places of a lane: requests in work, and units of answers in memory. */
  private record Places(int requestsMax, Semaphore requests, long waitMillis, Semaphore answers) {

    Places(int requestsMax, long waitMillis) {
      this(
          requestsMax,
          new Semaphore(requestsMax, waitMillis > 0),
          waitMillis,
          new Semaphore(HttpLimits.ANSWER_MEMORY_BYTES_MAX / UNIT_BYTES, true));
    }
  }

  private final HttpLimits limits;
  private final Connections connections;
  private final Map<Lane, Places> lanes = new EnumMap<>(Lane.class);
  private final Map<Stay, Semaphore> stays = new EnumMap<>(Stay.class);
  private final int staysMax;
  private final Semaphore memory;
  private final AtomicInteger callers = new AtomicInteger();

  Admission(HttpLimits limits, Connections connections) {
    this.limits = limits;
    this.connections = connections;
    this.memory = new Semaphore(limits.bodyMemoryBytesMax() / UNIT_BYTES);
    lanes.put(Lane.PROBE, new Places(Integer.MAX_VALUE, 0));
    lanes.put(Lane.METRICS, new Places(HttpLimits.METRICS_REQUESTS_MAX, 0));
    lanes.put(Lane.PUBLIC, new Places(HttpLimits.READ_REQUESTS_MAX, HttpLimits.READ_WAIT_MILLIS));
    lanes.put(
        Lane.READ,
        new Places(
            Math.min(HttpLimits.READ_REQUESTS_MAX, limits.requestsMax()),
            HttpLimits.READ_WAIT_MILLIS));
    lanes.put(Lane.SEND, new Places(limits.requestsMax(), 0));
    this.staysMax = Math.min(limits.streamsMax(), Math.max(1, connections.halfMax() / 2));
    for (Stay stay : Stay.values()) {
      stays.put(stay, new Semaphore(max(stay)));
    }
  }

  /**
   * A place among the requests of {@code lane} in work.
   *
   * @throws ProblemException with OVERLOADED when there is none
   */
  Ticket admit(Lane lane, ConnectionGuard guard) {
    return new Ticket(lane, places(lane), guard);
  }

  /** Requests whose handlers work now. */
  int requestsInWork() {
    return lanes.values().stream()
        .mapToInt(places -> places.requestsMax() - places.requests().availablePermits())
        .sum();
  }

  /** Waits, event streams and long uploads. */
  int streamsOpen() {
    return stays.values().stream().mapToInt(places -> staysMax - places.availablePermits()).sum();
  }

  /** Callers' requests that are not answered to their end, wherever they are. */
  int callersInside() {
    return callers.get();
  }

  private Places places(Lane lane) {
    return Objects.requireNonNull(lanes.get(lane));
  }

  private int max(Stay stay) {
    return switch (stay) {
      case EVENTS -> Math.min(staysMax, HttpLimits.EVENT_STREAMS_MAX);
      case WAIT, UPLOAD -> staysMax;
    };
  }

  private Semaphore stays(Stay stay) {
    return Objects.requireNonNull(stays.get(stay));
  }

  private static ProblemException overloaded(String bound) {
    return new ProblemException(
        ErrorCode.OVERLOADED, "expected at most " + bound + ", found more; retry later");
  }

  private static boolean acquired(Semaphore permits, int count, long millisMax) {
    if (millisMax == 0) {
      return permits.tryAcquire(count);
    }
    try {
      return permits.tryAcquire(count, millisMax, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static int units(int bytes) {
    return (bytes + UNIT_BYTES - 1) / UNIT_BYTES;
  }

  /** What one request holds. Confined to the request's thread. */
  final class Ticket implements AutoCloseable {

    private final Lane lane;
    private final Places places;
    private final ConnectionGuard guard;
    private @Nullable Semaphore held;
    private int bodyUnits;
    private int spareBytes;
    private int unreadUnits;
    private int answerUnits;
    private boolean answered;

    private Ticket(Lane lane, Places places, ConnectionGuard guard) {
      this.lane = lane;
      this.places = places;
      this.guard = guard;
      guard.belongsTo(lane);
      enter(places.waitMillis());
      guard.requestOf(this);
      inside(1);
    }

    Lane lane() {
      return lane;
    }

    /**
     * Counts {@code bytes} more of the body as held in memory.
     *
     * @throws ProblemException with OVERLOADED when all bodies together hold too many
     */
    void reserve(int bytes) {
      if (bytes <= spareBytes) {
        spareBytes -= bytes;
        return;
      }
      int more = units(bytes - spareBytes);
      take(more);
      bodyUnits += more;
      spareBytes += more * UNIT_BYTES - bytes;
    }

    /** The parser holds {@code bytes} more of the body that nobody has read yet. */
    void holdsUnread(int bytes) {
      int more = units(bytes);
      take(more);
      unreadUnits += more;
    }

    /** What the parser held was read. */
    void unreadIsRead() {
      memory.release(unreadUnits);
      unreadUnits = 0;
    }

    /** The request waits for its client; others may have its place among those in work. */
    void clientIsAwaited() {
      if (Objects.equals(held, places.requests())) {
        leave();
      }
    }

    /**
     * The client went on.
     *
     * @throws ProblemException with OVERLOADED when there is no place any more
     */
    void clientWentOn() {
      if (held == null && !answered) {
        enter(HttpLimits.REENTRY_MILLIS);
      }
    }

    /**
     * Gives up the place among those in work for one among those that stay open. Bytes of the body
     * no longer count.
     *
     * @return false when too many stay open already; the request has its place as before
     */
    boolean staysOpen(Stay stay) {
      Semaphore open = stays(stay);
      if (Objects.equals(held, open)) {
        return true;
      }
      if (!open.tryAcquire()) {
        return false;
      }
      leave();
      held = open;
      freeBody();
      return true;
    }

    /** As {@link #staysOpen}; throws OVERLOADED in place of answering false. */
    void requireStay(Stay stay) {
      if (!staysOpen(stay)) {
        throw overloaded(max(stay) + " " + stay.text());
      }
    }

    /**
     * The handler has made an answer that holds {@code bytes} of memory until the client has taken
     * it. Ends the request's place among those in work.
     *
     * @throws ProblemException with OVERLOADED when the lane's answers hold too many
     */
    void answers(int bytes) {
      if (bytes > HttpLimits.ANSWER_BYTES_FREE) {
        int units = units(Math.min(bytes, HttpLimits.ANSWER_MEMORY_BYTES_MAX));
        if (!places.answers().tryAcquire(units) && !roomWasMade(units, bytes)) {
          throw overloaded(HttpLimits.ANSWER_MEMORY_BYTES_MAX + " bytes of answers on their way");
        }
        answerUnits = units;
        guard.holdsAnswer(bytes);
      }
      answered = true;
      freeBody();
      leave();
    }

    private boolean roomWasMade(int units, int bytes) {
      long step = HttpLimits.ANSWER_STILL_MILLIS;
      for (long waited = 0; waited < HttpLimits.ANSWER_WAIT_MILLIS; waited += step) {
        connections.freeAnswers(lane, bytes);
        if (acquired(places.answers(), units, step)) {
          return true;
        }
      }
      return false;
    }

    private void enter(long waitMillis) {
      if (!acquired(places.requests(), 1, waitMillis)) {
        throw overloaded(places.requestsMax() + " requests in work");
      }
      held = places.requests();
    }

    private void leave() {
      if (held != null) {
        held.release();
        held = null;
      }
    }

    private void take(int units) {
      if (!memory.tryAcquire(units)) {
        throw overloaded(limits.bodyMemoryBytesMax() + " bytes of bodies in memory");
      }
    }

    private void freeBody() {
      unreadIsRead();
      memory.release(bodyUnits);
      bodyUnits = 0;
      spareBytes = 0;
    }

    private void inside(int more) {
      if (lane == Lane.READ || lane == Lane.SEND) {
        callers.addAndGet(more);
      }
    }

    @Override
    public void close() {
      freeBody();
      leave();
      places.answers().release(answerUnits);
      answerUnits = 0;
      inside(-1);
    }
  }

  /** Which requests share places. A flood in one lane refuses nobody in another. */
  enum Lane {

    /** Health and readiness: constant work, never refused. */
    PROBE,

    /** Metrics, asked with a token. */
    METRICS,

    /** What everybody may read, asked without a token: the log. */
    PUBLIC,

    /** What those may read whom the server let in. */
    READ,

    /** What they send. */
    SEND
  }
}
