package dev.assay.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.assay.http.Admission.Lane;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All connections of one server. Strangers, on whose connection no call was let in yet, and callers
 * have half of the places each. Nobody is kept from connecting: who comes when the half is full
 * takes the place of those who have kept theirs longest without a request in work. Also ends what
 * takes too long, by closing the socket under it.
 */
final class Connections implements AutoCloseable {

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int SHARE_EVICTED = 16;

  /** Why the server ended a connection. */
  private enum Why {
    IDLE,
    SLOW_REQUEST,
    SLOW_ANSWER,
    CROWDED
  }

  /** What tells a connection from all others. */
  record Ends(@Nullable SocketAddress remote, @Nullable SocketAddress local) {}

  private final HttpLimits limits;
  private final int halfMax;
  private final ConcurrentMap<Ends, ConnectionGuard> open = new ConcurrentHashMap<>();
  private final Map<Why, Counter> ended;
  private final Thread watchdog =
      Thread.ofPlatform().daemon().name("http-watchdog").unstarted(this::watch);
  private volatile int strangers;
  private volatile int callers;
  private volatile boolean closed;

  Connections(HttpLimits limits, MeterRegistry registry) {
    this.limits = limits;
    this.halfMax = Math.max(1, Math.min(limits.connectionsMax(), FileHandles.connectionsMax()) / 2);
    this.ended =
        Arrays.stream(Why.values())
            .collect(
                Collectors.toUnmodifiableMap(
                    why -> why,
                    why ->
                        Counter.builder("assay.http.connections.ended")
                            .description("Connections that the server ended, by reason")
                            .tag("reason", why.name().toLowerCase(Locale.ROOT))
                            .register(registry)));
    gauge(registry, "stranger", () -> strangers);
    gauge(registry, "caller", () -> callers);
    watchdog.start();
  }

  private static void gauge(MeterRegistry registry, String whose, Supplier<Number> count) {
    Gauge.builder("assay.http.connections", count)
        .description("Connections open now, by whether a call on them was let in")
        .tag("whose", whose)
        .register(registry);
  }

  /** Connections of strangers at once; as many of callers. */
  int halfMax() {
    return halfMax;
  }

  /** Takes in a new connection; called by the one thread that accepts. */
  void accepted(SocketChannel channel) {
    try {
      Ends ends = new Ends(channel.getRemoteAddress(), channel.getLocalAddress());
      synchronized (this) {
        ConnectionGuard before = open.get(ends);
        if (before != null) {
          ended(before);
        }
        if (strangers >= halfMax) {
          makePlace(guard -> !guard.known());
        }
        open.put(ends, new ConnectionGuard(channel, ends, limits));
        strangers++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the client is gone already", e);
    }
  }

  /** The guard of the connection between those ends; of one that is ended when it is unknown. */
  @Nullable ConnectionGuard between(Ends ends) {
    return open.get(ends);
  }

  /**
   * A call on the connection was let in; it has one of the callers' places from now on.
   *
   * @return false when all of them have requests in work
   */
  boolean admitted(ConnectionGuard guard) {
    if (guard.known()) {
      return true;
    }
    synchronized (this) {
      if (callers >= halfMax) {
        makePlace(each -> each.known() && each.phase() != ConnectionGuard.Phase.WORK);
        if (callers >= halfMax) {
          return false;
        }
      }
      if (open.get(guard.ends()) == guard) {
        strangers--;
        callers++;
        guard.becomeKnown();
      }
      return true;
    }
  }

  /** Forgets a connection that has ended; does nothing when it was forgotten before. */
  synchronized void ended(ConnectionGuard guard) {
    if (open.remove(guard.ends(), guard)) {
      if (guard.known()) {
        callers--;
      } else {
        strangers--;
      }
    }
  }

  /**
   * Cuts off answers of {@code lane} of which nothing was taken for longest, until they give {@code
   * bytes} of memory back or no other stands still.
   *
   * @param caller whose answers; null for everybody's
   */
  void freeAnswers(Lane lane, @Nullable String caller, int bytes) {
    long old = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(HttpLimits.ANSWER_STILL_MILLIS);
    int freed = 0;
    for (ConnectionGuard guard :
        oldest(guard ->
            guard.lane() == lane
                && (caller == null || caller.equals(guard.principal()))
                && guard.answerBytes() > 0
                && guard.phase() == ConnectionGuard.Phase.ANSWER
                && guard.phaseNanos() - old < 0)) {
      if (freed >= bytes) {
        break;
      }
      freed += guard.answerBytes();
      end(guard, Why.CROWDED);
    }
  }

  /** Ends a part of those who match, first who has done nothing for longest. */
  private void makePlace(Predicate<ConnectionGuard> who) {
    oldest(who).stream()
        .limit(Math.max(1, halfMax / SHARE_EVICTED))
        .forEach(guard -> end(guard, Why.CROWDED));
  }

  private List<ConnectionGuard> oldest(Predicate<ConnectionGuard> who) {
    long now = System.nanoTime();
    record Seen(ConnectionGuard guard, boolean works, long ageNanos) {}
    return open.values().stream()
        .filter(who)
        .map(guard ->
            new Seen(guard, guard.phase() == ConnectionGuard.Phase.WORK, now - guard.phaseNanos()))
        .sorted(
            Comparator.comparing(Seen::works)
                .thenComparing(Seen::ageNanos, Comparator.reverseOrder()))
        .map(Seen::guard)
        .toList();
  }

  private void end(ConnectionGuard guard, Why why) {
    ended(guard);
    guard.cut();
    Counter counter = ended.get(why);
    if (counter != null) {
      counter.increment();
    }
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(STEP_NANOS);
      long now = System.nanoTime();
      for (ConnectionGuard guard : open.values()) {
        if (!guard.open()) {
          ended(guard);
        } else if (guard.missed(now)) {
          end(guard, why(guard.phase()));
        }
      }
    }
  }

  private static Why why(ConnectionGuard.Phase phase) {
    return switch (phase) {
      case NEW, IDLE -> Why.IDLE;
      case HEAD, BODY, WORK -> Why.SLOW_REQUEST;
      case ANSWER -> Why.SLOW_ANSWER;
    };
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watchdog);
  }

  /**
   * How many connections the process can afford. One that cannot be accepted for want of a file
   * handle ends the server's accepting for good, and a broker or a database without handles fails.
   */
  static final class FileHandles {

    private static final long SHARE_OF_CONNECTIONS = 3;

    private FileHandles() {}

    static int connectionsMax() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
          ? (int)
              Math.min(Integer.MAX_VALUE, unix.getMaxFileDescriptorCount() / SHARE_OF_CONNECTIONS)
          : Integer.MAX_VALUE;
    }
  }
}
