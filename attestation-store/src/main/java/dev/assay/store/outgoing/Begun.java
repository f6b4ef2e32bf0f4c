package dev.assay.store.outgoing;

import dev.assay.runtime.kafka.SinkLoop;
import dev.assay.schemas.Times;
import java.time.InstantSource;

/**
 * When an endpoint came to be: kept with its offsets from the first start on, as milliseconds since
 * 1970. What was decided earlier is not told.
 */
final class Begun implements SinkLoop.Memory {

  private final InstantSource clock;
  private volatile long millis;
  private volatile boolean known;

  /** Now, unless an earlier start is known. */
  Begun(InstantSource clock) {
    this.clock = clock;
    this.millis = clock.millis();
  }

  /** Whether {@code time}, in the canonical form, is not from before. */
  boolean covers(String time) {
    return Times.epochMillis(time) >= millis;
  }

  @Override
  public String mark() {
    return Long.toString(millis);
  }

  /**
   * A start in the future was marked by a clock that was wrong: nothing would be told until then.
   */
  @Override
  public void committed(String mark) {
    if (mark.matches("[0-9]{1,18}")) {
      millis = Math.min(Long.parseLong(mark), clock.millis());
      known = true;
    }
  }

  /** Reading begins at the beginning, and with it the mark is kept before anything is read. */
  @Override
  public boolean readsAgain() {
    return !known;
  }

  @Override
  public void readingAgain() {
    known = true;
  }
}
