package dev.assay.quick.pipeline;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SourceException.RunOverException;
import dev.assay.verifier.DependencyUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ground truths of a worker. Each keeps at most {@link QuickLimits#SESSIONS_MAX} connections,
 * and with them the catalog, so that a verification costs its row lookups only.
 */
public final class GroundTruths implements AutoCloseable {

  private final Map<String, Pool> pools;

  /** The ground truths by name; connections are opened when they are first needed. */
  public GroundTruths(Map<String, GroundTruth> byName) {
    this.pools =
        byName.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> new Pool(e.getValue())));
  }

  boolean knows(String name) {
    return pools.containsKey(name);
  }

  /**
   * Verifies {@code ingest} against the ground truth {@code name}.
   *
   * @param nanosLeft what is left of the run's budget; it bounds the wait for a connection, making
   *     one, and each statement
   * @throws DependencyUnavailableException when the database cannot be read or no connection
   *     becomes free in time
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  QuickResult verify(String name, Ingest ingest, LongSupplier nanosLeft)
      throws IOException, InterruptedException {
    Pool pool = pools.get(name);
    if (pool == null) {
      throw new IllegalArgumentException("expected a configured ground truth, found " + name);
    }
    return pool.verify(ingest, nanosLeft);
  }

  @Override
  public void close() {
    pools.values().forEach(Pool::close);
  }

  /** An open connection with what was derived from its catalog. */
  private record Session(RowSource source, QuickVerifier verifier, String fileIdentity) {}

  private static final class Pool {
    private final GroundTruth truth;
    private final Semaphore permits = new Semaphore(QuickLimits.SESSIONS_MAX, true);
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

    Pool(GroundTruth truth) {
      this.truth = truth;
    }

    QuickResult verify(Ingest ingest, LongSupplier nanosLeft)
        throws IOException, InterruptedException {
      long waitNanos = Math.max(0, nanosLeft.getAsLong());
      if (!permits.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
        throw new DependencyUnavailableException(
            "a free connection to the ground truth, found none in time");
      }
      try {
        return verifyWithin(ingest, nanosLeft);
      } finally {
        permits.release();
      }
    }

    /** A kept connection may have died meanwhile; a fresh one that fails is the truth. */
    private QuickResult verifyWithin(Ingest ingest, LongSupplier nanosLeft) throws IOException {
      String fileIdentity = truth.fileIdentity();
      Session kept = current(fileIdentity);
      if (kept != null) {
        try {
          return run(kept, ingest, nanosLeft);
        } catch (SourceException _) {
          // The connection is closed; a new one decides.
        }
      }
      try {
        RowSource source = truth.open(Duration.ofNanos(Math.max(0, nanosLeft.getAsLong())));
        return run(new Session(source, new QuickVerifier(source), fileIdentity), ingest, nanosLeft);
      } catch (SourceException e) {
        if (nanosLeft.getAsLong() <= 0) {
          throw new RunOverException("while the ground truth was opened");
        }
        throw new DependencyUnavailableException("the ground truth to be readable", e);
      }
    }

    private @Nullable Session current(String fileIdentity) {
      Session session = idle.pollFirst();
      while (session != null && !session.fileIdentity().equals(fileIdentity)) {
        session.source().close();
        session = idle.pollFirst();
      }
      return session;
    }

    /** Runs and keeps the session; whatever goes wrong ends it. */
    private QuickResult run(Session session, Ingest ingest, LongSupplier nanosLeft)
        throws SourceException {
      try {
        session.source().within(nanosLeft);
        QuickResult result = session.verifier().verify(ingest);
        idle.addFirst(session);
        return result;
      } catch (SourceException | RuntimeException e) {
        session.source().close();
        throw e;
      }
    }

    void close() {
      Session session = idle.pollFirst();
      while (session != null) {
        session.source().close();
        session = idle.pollFirst();
      }
    }
  }
}
