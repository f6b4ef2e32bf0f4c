package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.replay.AuditedExport;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.Envelope;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is audited: a system that runs, or what was exported of one. */
interface AuditSource extends AutoCloseable {

  /** Where it comes from, for people. */
  String description();

  /** Whether all of it is read every time, whatever an earlier audit has checked. */
  boolean whole();

  /** The newest signed checkpoint. */
  String checkpoint();

  /** The keys that the source names. */
  AuditKeys keys();

  /** The bytes of a tile or a bundle of the log; empty when there is none. */
  Optional<byte[]> tile(TilePath path) throws IOException;

  /** What is kept beside the log for its entries from {@code from} on, one for each. */
  List<Kept> kept(long from, List<byte[]> entries) throws IOException;

  /** The position that the source gives attestation {@code id}, and its statement. */
  Optional<Placed> placed(String id) throws IOException;

  /** What documents the source has. */
  enum Document {
    REPORT,
    ARTIFACT
  }

  /**
   * Tells of the work items that changed since {@code since}, or of all when it is null.
   *
   * @param most how many there can be; a source that has more is not read to its end
   * @throws dev.assay.cli.CommandException with INVALID_ANSWER when it has
   */
  void items(@Nullable Instant since, long most, ItemVisitor visitor) throws IOException;

  /** What is done with a work item. */
  @FunctionalInterface
  interface ItemVisitor {
    void accept(DecisionCheck.Item item) throws IOException;
  }

  /** The work item {@code id} as it is now; empty when there is none. */
  Optional<DecisionCheck.Item> item(String id) throws IOException;

  /**
   * Shows the lines of a list, the newest first, as long as {@code visitor} wants more.
   *
   * @param most how many there can be, as for {@link #items}
   */
  void list(ListCheck.Filter filter, String value, long most, ListCheck.Visitor visitor)
      throws IOException;

  /** The decision {@code id}; empty when there is none. */
  Optional<JsonNode> decision(String id) throws IOException;

  /** What is stored under {@code sha256}. */
  Stored stored(Document document, String sha256) throws IOException;

  /** What a source has of a document. */
  sealed interface Stored {

    /** Bytes with this SHA-256. */
    record Bytes(String sha256) implements Stored {}

    /** Nothing: by the word of the source, because the time is over for which it keeps it. */
    record Expired() implements Stored {}

    /** Nothing. */
    record Missing() implements Stored {}
  }

  /** What a replay finds, or null when there is nothing to replay. */
  AuditedExport.@Nullable Replayed replay() throws IOException;

  @Override
  void close();

  /** A statement at a position that is not proved yet. */
  record Placed(long index, String statement) {}

  /** What is kept beside an entry. */
  sealed interface Kept {

    /**
     * A row of the index.
     *
     * @param line its list line
     * @param envelope the signed statement, or null when there is something else
     */
    record Row(JsonNode line, @Nullable Envelope envelope) implements Kept {}

    /**
     * A record with signatures that were checked already.
     *
     * @param signers ids of the keys that made them; at least one
     */
    record Signed(Set<String> signers) implements Kept {

      /** Copies the ids. */
      public Signed {
        signers = Set.copyOf(signers);
      }
    }

    /** Nothing. */
    record Nothing() implements Kept {}
  }
}
