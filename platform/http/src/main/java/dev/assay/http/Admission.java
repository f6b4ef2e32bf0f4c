package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is in work and says no before the machine has to. Each {@link Lane} has places of its
 * own. A request holds its place while its handler works, not while its body comes or its answer is
 * taken, which is up to the client.
 */
final class Admission {

  private static final int UNIT_BYTES = 1_024;
  private static final int ANSWER_UNITS = HttpLimits.ANSWER_MEMORY_BYTES_MAX / UNIT_BYTES;

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

  /** What the requests of a lane share: places in work, and units of answers in memory. */
  private record Shared(Places places, long waitMillis, Places answers) {}

  private final Connections connections;
  private final Map<Lane, Shared> lanes = new EnumMap<>(Lane.class);
  private final Map<Stay, Places> stays = new EnumMap<>(Stay.class);
  private final int staysMax;
  private final Places memory;
  private final AtomicInteger callers = new AtomicInteger();

  Admission(HttpLimits limits, Connections connections) {
    this.connections = connections;
    this.memory = Places.halved(limits.bodyMemoryBytesMax() / UNIT_BYTES, false);
    int reads = HttpLimits.READ_REQUESTS_MAX;
    ofAll(Lane.PROBE, Integer.MAX_VALUE, 0);
    ofCallers(Lane.METRICS, HttpLimits.METRICS_REQUESTS_MAX, 0);
    ofAll(Lane.PUBLIC, reads, HttpLimits.READ_WAIT_MILLIS);
    ofCallers(Lane.READ, Math.min(reads, limits.requestsMax()), HttpLimits.READ_WAIT_MILLIS);
    ofCallers(Lane.SEND, limits.requestsMax(), 0);
    this.staysMax = Math.min(limits.streamsMax(), Math.max(1, connections.halfMax() / 2));
    for (Stay stay : Stay.values()) {
      stays.put(stay, Places.halved(max(stay), false));
    }
  }

  /**
   * A place of {@code principal} among the requests of {@code lane} in work.
   *
   * @throws ProblemException with OVERLOADED when there is none
   */
  Ticket admit(Lane lane, String principal, ConnectionGuard guard) {
    return new Ticket(lane, principal, guard);
  }

  /** Requests whose handlers work now. */
  int requestsInWork() {
    return lanes.values().stream().mapToInt(shared -> shared.places().taken()).sum();
  }

  /** Waits, event streams and long uploads. */
  int streamsOpen() {
    return stays.values().stream().mapToInt(Places::taken).sum();
  }

  /** Callers' requests that are not answered to their end, wherever they are. */
  int callersInside() {
    return callers.get();
  }

  /** Who asks without a token is nobody in particular, and all of them are one. */
  private void ofAll(Lane lane, int max, long waitMillis) {
    Places places = new Places(max, max, waitMillis > 0);
    lanes.put(lane, new Shared(places, waitMillis, new Places(ANSWER_UNITS, ANSWER_UNITS, true)));
  }

  private void ofCallers(Lane lane, int max, long waitMillis) {
    Places places = Places.halved(max, waitMillis > 0);
    lanes.put(lane, new Shared(places, waitMillis, Places.halved(ANSWER_UNITS, true)));
  }

  private int max(Stay stay) {
    return switch (stay) {
      case EVENTS -> Math.min(staysMax, HttpLimits.EVENT_STREAMS_MAX);
      case WAIT, UPLOAD -> staysMax;
    };
  }

  private Places stays(Stay stay) {
    return Objects.requireNonNull(stays.get(stay));
  }

  private static ProblemException overloaded(String bound) {
    return new ProblemException(
        ErrorCode.OVERLOADED, "expected at most " + bound + ", found more; retry later");
  }

  private static int units(int bytes) {
    return (bytes + UNIT_BYTES - 1) / UNIT_BYTES;
  }

  /** What one request holds. Confined to the request's thread. */
  final class Ticket implements AutoCloseable {

    private final Lane lane;
    private final String principal;
    private final Shared shared;
    private final ConnectionGuard guard;
    private @Nullable Places held;
    private int bodyUnits;
    private int spareBytes;
    private int unreadUnits;
    private int answerUnits;
    private boolean answered;

    private Ticket(Lane lane, String principal, ConnectionGuard guard) {
      this.lane = lane;
      this.principal = principal;
      this.shared = Objects.requireNonNull(lanes.get(lane));
      this.guard = guard;
      guard.belongsTo(lane, principal);
      enter(shared.waitMillis());
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
      memory.giveBack(principal, unreadUnits);
      unreadUnits = 0;
    }

    /** The request waits for its client; others may have its place among those in work. */
    void clientIsAwaited() {
      if (Objects.equals(held, shared.places())) {
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
      Places open = stays(stay);
      if (Objects.equals(held, open)) {
        return true;
      }
      if (!open.take(principal, 1, 0)) {
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
        throw overloaded(stays(stay).bound(stay.text()));
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
        int units = Math.min(units(bytes), shared.answers().partMax());
        if (!shared.answers().take(principal, units, 0) && !roomWasMade(units, bytes)) {
          throw overloaded(shared.answers().bound("KiB of answers on their way"));
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
        connections.freeAnswers(
            lane, shared.answers().hasPart(principal, units) ? null : principal, bytes);
        if (shared.answers().take(principal, units, step)) {
          return true;
        }
      }
      return false;
    }

    private void enter(long waitMillis) {
      if (!shared.places().take(principal, 1, waitMillis)) {
        throw overloaded(shared.places().bound("requests in work"));
      }
      held = shared.places();
    }

    private void leave() {
      if (held != null) {
        held.giveBack(principal, 1);
        held = null;
      }
    }

    private void take(int units) {
      if (!memory.take(principal, units, 0)) {
        throw overloaded(memory.bound("KiB of bodies in memory"));
      }
    }

    private void freeBody() {
      unreadIsRead();
      memory.giveBack(principal, bodyUnits);
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
      shared.answers().giveBack(principal, answerUnits);
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
