package dev.assay.system;

import dev.assay.store.key.Ed25519Key;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast the machine is while something else is measured: the processor time of an Ed25519
 * signature, taken twenty times a second. A virtual machine's processors may be threads of one core
 * and have neighbours; figures of different runs compare only by their ratio to this.
 */
final class Pace implements AutoCloseable {

  private static final long PAUSE_NANOS = 50_000_000;
  private static final int SAMPLES_MAX = 100_000;
  private static final int MESSAGE_BYTES = 1_000;

  private final long[] nanos = new long[SAMPLES_MAX];
  private final Thread thread = Thread.ofPlatform().daemon().name("pace").unstarted(this::run);
  private volatile int size;
  private volatile boolean stopping;

  static Pace start() {
    Pace pace = new Pace();
    pace.thread.start();
    return pace;
  }

  private void run() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Ed25519Key key = Ed25519Key.generate(Instant.EPOCH);
    byte[] message = new byte[MESSAGE_BYTES];
    for (int taken = 0; !stopping && taken < SAMPLES_MAX; taken++) {
      long began = threads.getCurrentThreadCpuTime();
      message[taken % MESSAGE_BYTES] ^= key.sign(message)[0];
      nanos[taken] = threads.getCurrentThreadCpuTime() - began;
      size = taken + 1;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** A mark for {@link #microsSince}. */
  int mark() {
    return size;
  }

  /** The median since {@code mark}, in microseconds. */
  double microsSince(int mark) {
    long[] since = Arrays.copyOfRange(nanos, mark, size);
    Arrays.sort(since);
    return since.length == 0 ? Double.NaN : since[since.length / 2] / 1e3;
  }

  @Override
  public void close() {
    stopping = true;
    LockSupport.unpark(thread);
  }
}
