package dev.assay.store.outgoing;

import dev.assay.schemas.message.Decision;
import java.time.Duration;

/** The way to one endpoint. */
sealed interface Delivery extends AutoCloseable
    permits CosignedDelivery, HttpDelivery, TopicDelivery {

  /**
   * How it ended.
   *
   * @param code what is shown: {@code HTTP_} and the status, or what kept it from one
   */
  record Ended(Kind kind, String code, Duration pause) {

    enum Kind {
      /** It was taken. */
      TAKEN,
      /** It was not, and may be the next time. */
      AGAIN,
      /** It was refused for what it is. */
      REFUSED,
      /** The receiver wants nothing any more (410). */
      GONE
    }

    Ended(Kind kind, String code) {
      this(kind, code, Duration.ZERO);
    }
  }

  /** Whom it leads to. */
  OutgoingSection.Endpoint endpoint();

  /** Tries once to send {@code body}, which is about {@code decision}. */
  Ended send(Decision decision, byte[] body) throws InterruptedException;

  @Override
  default void close() {}
}
