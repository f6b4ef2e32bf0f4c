package dev.assay.store.log;

import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.RowSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every entry of the log in its order, in files that only grow, apart from the database: from it
 * rows are made again that the database lost. It follows the database; only files that are full are
 * forced to disk, since what a power cut takes from the last one comes again from there. Files of
 * long ago are sealed: they keep what is not in the log, which has the statements. For one thread.
 */
public final class EntryJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EntryJournal.class);
  private static final String SUFFIX = ".journal";

  /** The name of a file that is sealed, until it takes the place of the one that it is made of. */
  private static final String SEALING = "sealing";

  private final Path directory;
  private final LogStorage log;
  private long size;
  private @Nullable String newest;
  private @Nullable FileChannel channel;
  private long end;

  private EntryJournal(Path directory, LogStorage log) {
    this.directory = directory;
    this.log = log;
  }

  /** Where the journal of the log in {@code logDirectory} is: beside it. */
  public static Path beside(Path logDirectory) {
    return logDirectory.resolveSibling(logDirectory.getFileName() + "-journal");
  }

  /**
   * Opens the journal in {@code directory} of the log in {@code log} for reading; it need not be
   * there.
   */
  public static EntryJournal reading(Path directory, LogStorage log) throws IOException {
    EntryJournal journal = new EntryJournal(directory, log);
    journal.findEnd();
    return journal;
  }

  /**
   * Opens the journal in {@code directory} of the log in {@code log}, creating it, and cuts off an
   * unfinished write.
   */
  public static EntryJournal open(Path directory, LogStorage log) throws IOException {
    Files.createDirectories(directory);
    EntryJournal journal = reading(directory, log);
    journal.cutBack();
    return journal;
  }

  private void findEnd() throws IOException {
    size = 0;
    newest = null;
    end = 0;
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      Optional<String> last =
          files
              .map(file -> file.getFileName().toString())
              .filter(
                  name -> name.matches("[0-9]{" + LogLimits.JOURNAL_NAME_DIGITS + "}\\" + SUFFIX))
              .max(String::compareTo);
      if (last.isEmpty()) {
        return;
      }
      long first = Long.parseLong(last.get().substring(0, LogLimits.JOURNAL_NAME_DIGITS));
      JournalRecords.Read read = read(first / LogLimits.JOURNAL_FILE_ENTRIES);
      end = read.end();
      size = first + read.rows().size();
      newest = read.rows().isEmpty() ? null : read.rows().getLast().id();
    }
  }

  private void cutBack() throws IOException {
    Path file = file(size / LogLimits.JOURNAL_FILE_ENTRIES);
    if (Files.exists(file)) {
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
      var _ = channel.truncate(end);
    }
  }

  /** Number of entries up to the last one. */
  public long size() {
    return size;
  }

  /** Number of files, whether or not all of them are there. */
  public long segments() {
    return (size + LogLimits.JOURNAL_FILE_ENTRIES - 1) / LogLimits.JOURNAL_FILE_ENTRIES;
  }

  /** The entries of file {@code segment} up to the first damaged one; none without the file. */
  public List<LoggedRow> segment(long segment) throws IOException {
    return read(segment).rows();
  }

  private JournalRecords.Read read(long segment) throws IOException {
    Path file = file(segment);
    return Files.exists(file)
        ? JournalRecords.read(
            Files.readAllBytes(file),
            segment * LogLimits.JOURNAL_FILE_ENTRIES,
            new BundledStatements(log))
        : new JournalRecords.Read(List.of(), 0);
  }

  /**
   * Takes over what {@code rows} has and this has not.
   *
   * @throws StoreCorruptException when this has an entry that {@code rows} has not
   */
  public void follow(RowSource rows) {
    long sequenced = rows.size();
    requireBelow(rows, sequenced);
    if (sequenced - size > LogLimits.CATCH_UP_ENTRIES_MAX) {
      LOG.atInfo().addKeyValue("entries", sequenced - size).log("the journal catches up");
    }
    while (size < sequenced) {
      List<LoggedRow> page = rows.withoutGaps(size, LogLimits.CATCH_UP_ENTRIES_MAX);
      if (page.isEmpty()) {
        throw new StoreCorruptException(
            "a row for entry " + size + " of " + sequenced,
            "none",
            StoreCorruptException.REPAIR_ROWS);
      }
      append(page);
    }
  }

  private void requireBelow(RowSource rows, long sequenced) {
    String last = newest;
    if (last == null) {
      return;
    }
    List<LoggedRow> there = rows.withoutGaps(size - 1, 1);
    String found = there.isEmpty() ? "none" : there.getFirst().id();
    if (!last.equals(found)) {
      throw new StoreCorruptException(
          "rows for the " + size + " entries in the journal " + directory + ", the last " + last,
          sequenced + " rows, and " + found + " in its place",
          StoreCorruptException.REPAIR_ROWS);
    }
  }

  /** Adds {@code rows}, which come right after the last entry and have their envelopes. */
  public void append(List<LoggedRow> rows) {
    try {
      int from = 0;
      while (from < rows.size()) {
        int room = LogLimits.JOURNAL_FILE_ENTRIES - (int) (size % LogLimits.JOURNAL_FILE_ENTRIES);
        int to = Math.min(rows.size(), from + room);
        write(rows.subList(from, to));
        from = to;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException("writing the journal in " + directory, e);
    }
  }

  private void write(List<LoggedRow> rows) throws IOException {
    FileChannel open = channel();
    if (open.size() > end) {
      var _ = open.truncate(end);
    }
    byte[] written = JournalRecords.whole(rows);
    writeAll(open, written, end);
    end += written.length;
    size += rows.size();
    newest = rows.getLast().id();
    if (size % LogLimits.JOURNAL_FILE_ENTRIES == 0) {
      open.force(true);
      open.close();
      channel = null;
      seal(size / LogLimits.JOURNAL_FILE_ENTRIES - 1 - LogLimits.JOURNAL_WHOLE_FILES);
    }
  }

  /** Seals file {@code segment} when the log has all of its statements. */
  private void seal(long segment) throws IOException {
    Path file = file(segment);
    if (segment < 0 || !Files.exists(file)) {
      return;
    }
    Optional<byte[]> sealed =
        JournalRecords.sealed(
            Files.readAllBytes(file),
            segment * LogLimits.JOURNAL_FILE_ENTRIES,
            LogLimits.JOURNAL_FILE_ENTRIES,
            new BundledStatements(log));
    if (sealed.isPresent()) {
      Path sealing = directory.resolve(SEALING);
      try (FileChannel made =
          FileChannel.open(
              sealing,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        writeAll(made, sealed.get(), 0);
        made.force(true);
      }
      Files.move(sealing, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void writeAll(FileChannel file, byte[] bytes, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      file.write(buffer, at + buffer.position());
    }
  }

  private FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open =
          FileChannel.open(
              file(size / LogLimits.JOURNAL_FILE_ENTRIES),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      channel = open;
      end = 0;
    }
    return open;
  }

  /** Forgets the entries of the files from that with {@code entry} on. */
  public void cutFrom(long entry) throws IOException {
    closeChannel();
    long files = segments();
    for (long at = entry / LogLimits.JOURNAL_FILE_ENTRIES; at < files; at++) {
      Files.deleteIfExists(file(at));
    }
    findEnd();
    cutBack();
  }

  private Path file(long segment) {
    return directory.resolve(
        ("%0" + LogLimits.JOURNAL_NAME_DIGITS + "d" + SUFFIX)
            .formatted(segment * LogLimits.JOURNAL_FILE_ENTRIES));
  }

  private void closeChannel() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeChannel();
  }
}
