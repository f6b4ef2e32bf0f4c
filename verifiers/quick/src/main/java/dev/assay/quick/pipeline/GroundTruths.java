package dev.assay.quick.pipeline;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.verifier.DependencyUnavailableException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
   * @param waitNanos how long to wait for a free connection
   * @throws DependencyUnavailableException when the database cannot be read or no connection
   *     becomes free in time
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  QuickResult verify(String name, Ingest ingest, long waitNanos)
      throws IOException, InterruptedException {
    Pool pool = pools.get(name);
    if (pool == null) {
      throw new IllegalArgumentException("expected a configured ground truth, found " + name);
    }
    return pool.verify(ingest, waitNanos);
  }

  @Override
  public void close() {
    pools.values().forEach(Pool::close);
  }

  /** An open connection with what was derived from its catalog. */
  private record Session(RowSource source, QuickVerifier verifier, String incarnation) {}

  private static final class Pool {
    private final GroundTruth truth;
    private final Semaphore permits = new Semaphore(QuickLimits.SESSIONS_MAX, true);
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

    Pool(GroundTruth truth) {
      this.truth = truth;
    }

    QuickResult verify(Ingest ingest, long waitNanos) throws IOException, InterruptedException {
      if (!permits.tryAcquire(Math.max(0, waitNanos), TimeUnit.NANOSECONDS)) {
        throw new DependencyUnavailableException(
            "a free connection to the ground truth, found none in time");
      }
      try {
        return verify(ingest);
      } finally {
        permits.release();
      }
    }

    /** A kept connection may have died meanwhile; a fresh one that fails is the truth. */
    private QuickResult verify(Ingest ingest) throws IOException {
      String incarnation = truth.incarnation();
      Session kept = current(incarnation);
      if (kept != null) {
        try {
          return run(kept, ingest);
        } catch (SourceException _) {
          // The connection is closed; a new one decides.
        }
      }
      try {
        RowSource source = truth.open();
        return run(new Session(source, new QuickVerifier(source), incarnation), ingest);
      } catch (SourceException e) {
        throw new DependencyUnavailableException("the ground truth to be readable", e);
      }
    }

    private @Nullable Session current(String incarnation) {
      Session session = idle.pollFirst();
      while (session != null && !session.incarnation().equals(incarnation)) {
        session.source().close();
        session = idle.pollFirst();
      }
      return session;
    }

    /** Runs and keeps the session; whatever goes wrong ends it. */
    private QuickResult run(Session session, Ingest ingest) throws SourceException {
      try {
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
