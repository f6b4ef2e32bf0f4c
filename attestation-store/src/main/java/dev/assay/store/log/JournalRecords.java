package dev.assay.store.log;

import dev.assay.store.index.DocumentCodec;
import dev.assay.store.index.LoggedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Entries as the journal's files have them. A write is {@link #WHOLE}, the heads of its entries
 * ({@link JournalHead}) and their statements, each packed together ({@link DocumentCodec}) behind
 * the length of what is packed in four bytes, big-endian; or it is {@link #SEALED}, heads alone,
 * whose statements are in the log. What earlier versions wrote is read by {@link EarlierRecords}.
 */
final class JournalRecords {

  private static final byte WHOLE = 3;
  private static final byte SEALED = 4;
  private static final byte[] NOTHING = {};

  /** Entries, and where behind them the next may begin. */
  record Read(List<LoggedRow> rows, int end) {}

  /** The entries of the log, by position. */
  @FunctionalInterface
  interface Statements {

    /** The statement at {@code index}; empty when the log does not have it. */
    Optional<byte[]> at(long index) throws IOException;
  }

  private JournalRecords() {}

  /** What a file gets for {@code rows}, which have envelopes. */
  static byte[] whole(List<LoggedRow> rows) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ByteArrayOutputStream heads = new ByteArrayOutputStream();
    ByteArrayOutputStream statements = new ByteArrayOutputStream();
    for (LoggedRow row : rows) {
      byte[] statement = Objects.requireNonNull(row.envelope()).payload();
      heads.writeBytes(JournalHead.bytes(row, statement));
      statements.writeBytes(statement);
      if (heads.size() + statements.size() >= LogLimits.JOURNAL_WRITE_BYTES) {
        write(file, WHOLE, heads, statements);
      }
    }
    if (heads.size() > 0) {
      write(file, WHOLE, heads, statements);
    }
    return file.toByteArray();
  }

  private static void write(ByteArrayOutputStream file, byte kind, ByteArrayOutputStream... parts) {
    file.write(kind);
    for (ByteArrayOutputStream part : parts) {
      byte[] packed = DocumentCodec.pack(part.toByteArray());
      file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(packed.length).array());
      file.writeBytes(packed);
      part.reset();
    }
  }

  /**
   * {@code file} without its statements, when {@code log} has them: {@code count} entries from
   * {@code index} on, all written by {@link #whole} and sound. Empty when not.
   */
  static Optional<byte[]> sealed(byte[] file, long index, int count, Statements log)
      throws IOException {
    ByteArrayOutputStream sealed = new ByteArrayOutputStream();
    ByteArrayOutputStream heads = new ByteArrayOutputStream();
    long next = index;
    int at = 0;
    while (at < file.length) {
      byte[] part = file[at] == WHOLE ? part(file, at + 1).orElse(NOTHING) : NOTHING;
      List<JournalHead> read = JournalHead.all(part).orElse(List.of());
      for (JournalHead head : read) {
        if (head.index() != next || !log.at(next).filter(head::isOf).isPresent()) {
          return Optional.empty();
        }
        next++;
      }
      if (read.isEmpty()) {
        return Optional.empty();
      }
      heads.writeBytes(part);
      if (heads.size() >= LogLimits.JOURNAL_WRITE_BYTES) {
        write(sealed, SEALED, heads);
      }
      at = end(file, end(file, at + 1));
    }
    if (heads.size() > 0) {
      write(sealed, SEALED, heads);
    }
    return next == index + count ? Optional.of(sealed.toByteArray()) : Optional.empty();
  }

  /**
   * The sound entries of {@code file} from its first byte on, the first at {@code index}, with what
   * {@code log} has of them.
   */
  static Read read(byte[] file, long index, Statements log) throws IOException {
    List<LoggedRow> rows = new ArrayList<>();
    int at = 0;
    while (at < file.length) {
      long next = index + rows.size();
      Optional<Read> read =
          switch (file[at]) {
            case WHOLE -> whole(file, at + 1, next);
            case SEALED -> sealed(file, at + 1, next, log);
            default -> EarlierRecords.next(file, at, next);
          };
      if (read.isEmpty()) {
        break;
      }
      rows.addAll(read.get().rows());
      at = read.get().end();
    }
    return new Read(rows, at);
  }

  private static Optional<Read> whole(byte[] file, int at, long index) {
    int statementsAt = end(file, at);
    byte[] statements = part(file, statementsAt).orElse(NOTHING);
    int from = 0;
    List<LoggedRow> rows = new ArrayList<>();
    for (JournalHead head : heads(file, at)) {
      int bytes = head.statementBytes();
      Optional<LoggedRow> row =
          head.index() == index + rows.size() && bytes >= 0 && bytes <= statements.length - from
              ? head.row(Arrays.copyOfRange(statements, from, from + bytes))
              : Optional.empty();
      if (row.isEmpty()) {
        return Optional.empty();
      }
      rows.add(row.get());
      from += bytes;
    }
    return read(rows, end(file, statementsAt));
  }

  private static Optional<Read> sealed(byte[] file, int at, long index, Statements log)
      throws IOException {
    List<LoggedRow> rows = new ArrayList<>();
    for (JournalHead head : heads(file, at)) {
      Optional<LoggedRow> row =
          head.index() == index + rows.size()
              ? log.at(head.index()).flatMap(head::row)
              : Optional.empty();
      if (row.isEmpty()) {
        return Optional.empty();
      }
      rows.add(row.get());
    }
    return read(rows, end(file, at));
  }

  private static List<JournalHead> heads(byte[] file, int at) {
    return part(file, at).flatMap(JournalHead::all).orElse(List.of());
  }

  /** No write is without entries. */
  private static Optional<Read> read(List<LoggedRow> rows, int end) {
    return rows.isEmpty() ? Optional.empty() : Optional.of(new Read(rows, end));
  }

  /** What is packed behind the length at {@code at}; empty when it is not whole. */
  private static Optional<byte[]> part(byte[] file, int at) {
    int end = end(file, at);
    return end > file.length
        ? Optional.empty()
        : DocumentCodec.unpacked(
            Arrays.copyOfRange(file, at + Integer.BYTES, end), LogLimits.JOURNAL_WRITE_BYTES_MAX);
  }

  /** Where what is packed behind the length at {@code at} ends; beyond the file when nowhere. */
  private static int end(byte[] file, int at) {
    int from = at + Integer.BYTES;
    int bytes = from > file.length ? -1 : ByteBuffer.wrap(file).getInt(at);
    return bytes < 0 || bytes > file.length - from ? file.length + 1 : from + bytes;
  }
}
