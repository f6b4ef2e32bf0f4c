package dev.assay.cli.replay;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transparency log as it was published: its checkpoint and, in order, the statements below it.
 *
 * @param note the signed checkpoint
 * @param key what signs it, or null when that is not known
 */
record LogView(String note, @Nullable NoteKey key, Entries entries) {

  /** What is done with an entry. */
  @FunctionalInterface
  interface Visitor {
    void accept(long index, byte[] statement) throws IOException;
  }

  /** The entries of a log, which can be read more than once. */
  @FunctionalInterface
  interface Entries {

    /** Shows at most the first {@code size} entries in order. */
    void read(long size, Visitor visitor) throws IOException;
  }

  /**
   * The log of a store. Its checkpoint is read now, its entries later, which changes nothing: what
   * a checkpoint covers never changes.
   *
   * @param directory the log's directory
   * @return null when no checkpoint was published yet
   */
  static @Nullable LogView of(Path directory, @Nullable NoteKey key, AttestationIndex index)
      throws IOException {
    Path file = directory.resolve(TileLog.CHECKPOINT);
    if (!Files.exists(file)) {
      return null;
    }
    return new LogView(
        Files.readString(file),
        key,
        (size, visitor) -> {
          long at = 0;
          while (at < size) {
            int limit = (int) Math.min(ReplayLimits.LOG_PAGE, size - at);
            List<byte[]> page = index.rows().entries(at, limit);
            if (page.isEmpty()) {
              return;
            }
            for (byte[] statement : page) {
              visitor.accept(at++, statement);
            }
          }
        });
  }

  /**
   * What the checkpoint says, its signature checked when the key is known.
   *
   * @throws RejectedInputException when it is none or its signature is wrong
   */
  Checkpoint head() {
    SignedNote signed = SignedNote.parse(note);
    NoteKey by = key;
    return Checkpoint.parse(
        by == null ? signed.text() : signed.requireSignedBy(by, by.key()).text());
  }
}
