package dev.assay.director;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/**
 * The time that Kafka Streams commits and looks at deadlines by: it begins with the system's clock
 * and goes on evenly, wherever that clock is set.
 */
final class SteadyTime implements Time {

  private final long millis = System.currentTimeMillis();
  private final long nanos = System.nanoTime();

  @Override
  public long milliseconds() {
    return millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  @Override
  public long nanoseconds() {
    return System.nanoTime();
  }

  @Override
  public void sleep(long forMillis) {
    Time.SYSTEM.sleep(forMillis);
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMillis)
      throws InterruptedException {
    long left = Math.max(0, deadlineMillis - milliseconds());
    Time.SYSTEM.waitObject(object, condition, Time.SYSTEM.milliseconds() + left);
  }
}
