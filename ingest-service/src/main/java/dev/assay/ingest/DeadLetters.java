package dev.assay.ingest;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.DeadLetter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was refused, as it is kept; newest first. Calls may wait for the broker. */
public interface DeadLetters {

  /** Nothing is kept. */
  DeadLetters NONE =
      new DeadLetters() {
        @Override
        public Page list(Wanted wanted) {
          return new Page(List.of(), null);
        }

        @Override
        public Optional<Kept> find(String id) {
          return Optional.empty();
        }

        @Override
        public Optional<Replayed> replay(String id) {
          return Optional.empty();
        }
      };

  /**
   * Which are wanted; null where any will do.
   *
   * @param topic without prefix
   * @param since the record's time at the earliest
   * @param until the record's time before which it must be
   * @param cursor the next of the page before
   */
  record Wanted(
      @Nullable String topic,
      @Nullable ErrorCode code,
      @Nullable String workItem,
      @Nullable Instant since,
      @Nullable Instant until,
      int limit,
      @Nullable String cursor) {}

  /**
   * One that is kept.
   *
   * @param id its own place, {@code <partition>-<offset>}
   * @param replayOf the one whose replay this records, or null
   */
  record Kept(String id, DeadLetter letter, @Nullable String replayOf) {}

  /** Some of them, and the cursor of the next page, or null at the end. */
  record Page(List<Kept> items, @Nullable String next) {}

  /** Where a record went once more. */
  record Replayed(String id, String topic, int partition, long offset) {}

  /**
   * A page; it may be empty although there are further ones.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  Page list(Wanted wanted) throws InterruptedException;

  /** The one with that id. */
  Optional<Kept> find(String id) throws InterruptedException;

  /**
   * Sends the original bytes to their topic once more, and records it.
   *
   * @throws dev.assay.schemas.RejectedException with ALREADY_REPLAYED, or NOT_REPLAYABLE when the
   *     original record does not stand at its place
   */
  Optional<Replayed> replay(String id) throws InterruptedException;
}
