package dev.assay.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.TilePath;
import dev.assay.schemas.Digests;
import dev.assay.store.index.LoggedRow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of the journal keep statements, and what they give back. */
class EntryJournalTest {

  private static final int FILE = LogLimits.JOURNAL_FILE_ENTRIES;

  /** With so many files the two oldest ones are older than those that keep everything. */
  private static final int FILES = LogLimits.JOURNAL_WHOLE_FILES + 2;

  @TempDir private Path directory;
  private DirectoryStorage log;
  private EntryJournal journal;

  @BeforeEach
  void open() throws Exception {
    log = DirectoryStorage.open(directory.resolve("log"));
    journal = EntryJournal.open(directory.resolve("log-journal"), log);
  }

  @AfterEach
  void close() throws Exception {
    journal.close();
    log.close();
  }

  @Test
  void anOldFileTakesItsStatementsFromTheLogAndIsShorter() throws Exception {
    writeFiles(true);

    assertThat(bytes(0)).isLessThan(bytes(2) * 2 / 3);
    assertThat(bytes(1)).isLessThan(bytes(2) * 2 / 3);
    for (int file = 0; file < FILES; file++) {
      assertSegment(file);
    }
  }

  @Test
  void theNewestFilesNeedNoLog() throws Exception {
    writeFiles(true);
    log.delete(bundle(0));
    log.delete(bundle(2L * FILE / TilePath.FULL_WIDTH));

    assertThat(journal.segment(0)).isEmpty();
    assertSegment(1);
    assertSegment(2);
  }

  @Test
  void whatTheLogDoesNotHaveIsKept() throws Exception {
    writeFiles(false);

    assertThat(bytes(0)).isGreaterThan(bytes(2) / 2);
    assertSegment(0);
  }

  @Test
  void aJournalThatEndsWithAnOldFileGoesOnBehindIt() throws Exception {
    writeFiles(true);
    journal.cutFrom(FILE);
    journal.close();

    journal = EntryJournal.open(directory.resolve("log-journal"), log);
    assertThat(journal.size()).isEqualTo(FILE);
    journal.append(rows(1));

    assertSegment(0);
    assertSegment(1);
  }

  private void assertSegment(int file) throws Exception {
    assertThat(JournalRecordsTest.json(journal.segment(file)))
        .isEqualTo(JournalRecordsTest.json(rows(file)));
  }

  private void writeFiles(boolean logged) throws Exception {
    for (int file = 0; file < FILES; file++) {
      List<LoggedRow> rows = rows(file);
      journal.append(rows);
      for (int from = 0; logged && from < FILE; from += TilePath.FULL_WIDTH) {
        byte[] bundle =
            EntryBundle.encode(
                rows.subList(from, from + TilePath.FULL_WIDTH).stream()
                    .map(row -> statement(row.index()))
                    .toList());
        log.writeOnce(
            List.of(
                new LogStorage.LogFile(
                    bundle(((long) file * FILE + from) / TilePath.FULL_WIDTH), bundle)));
      }
    }
  }

  private static String bundle(long index) {
    return TilePath.entries(index, TilePath.FULL_WIDTH).text();
  }

  private long bytes(int file) throws Exception {
    return Files.size(
        directory.resolve("log-journal").resolve("%012d.journal".formatted(file * FILE)));
  }

  private static List<LoggedRow> rows(long file) {
    return LongStream.range(file * FILE, (file + 1) * FILE)
        .mapToObj(index -> JournalRecordsTest.row((int) index, statement(index)))
        .toList();
  }

  /** A statement with three digests that nothing else has. */
  private static byte[] statement(long index) {
    return "{\"subject\":\"%s\",\"report\":\"%s\",\"request\":\"%s\"}"
        .formatted(
            Digests.sha256Hex("subject " + index),
            Digests.sha256Hex("report " + index),
            Digests.sha256Hex("request " + index))
        .getBytes(StandardCharsets.UTF_8);
  }
}
