package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import java.util.concurrent.Semaphore;

/** Counts what is in work and says no before the machine has to. */
final class Admission {

  private static final int UNIT_BYTES = 1_024;

  private final HttpLimits limits;
  private final Semaphore requests;
  private final Semaphore streams;
  private final Semaphore memory;

  Admission(HttpLimits limits) {
    this.limits = limits;
    this.requests = new Semaphore(limits.requestsMax());
    this.streams = new Semaphore(limits.streamsMax());
    this.memory = new Semaphore(limits.bodyMemoryBytesMax() / UNIT_BYTES);
  }

  /**
   * A place among the requests in work.
   *
   * @throws ProblemException with OVERLOADED when there is none
   */
  Ticket admit() {
    if (!requests.tryAcquire()) {
      throw overloaded(limits.requestsMax() + " requests in work");
    }
    return new Ticket();
  }

  int requestsInWork() {
    return limits.requestsMax() - requests.availablePermits();
  }

  int streamsOpen() {
    return limits.streamsMax() - streams.availablePermits();
  }

  private static ProblemException overloaded(String bound) {
    return new ProblemException(
        ErrorCode.OVERLOADED, "expected at most " + bound + ", found more; retry later");
  }

  /** What one request holds. Confined to the request's thread. */
  final class Ticket implements AutoCloseable {

    private boolean open;
    private int units;
    private int spareBytes;

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
      int more = (bytes - spareBytes + UNIT_BYTES - 1) / UNIT_BYTES;
      if (!memory.tryAcquire(more)) {
        throw overloaded(limits.bodyMemoryBytesMax() + " bytes of bodies in memory");
      }
      units += more;
      spareBytes += more * UNIT_BYTES - bytes;
    }

    void staysOpen() {
      if (open) {
        return;
      }
      if (!streams.tryAcquire()) {
        throw overloaded(limits.streamsMax() + " waiting requests and event streams");
      }
      open = true;
      requests.release();
      release();
    }

    private void release() {
      memory.release(units);
      units = 0;
      spareBytes = 0;
    }

    @Override
    public void close() {
      release();
      (open ? streams : requests).release();
    }
  }
}
