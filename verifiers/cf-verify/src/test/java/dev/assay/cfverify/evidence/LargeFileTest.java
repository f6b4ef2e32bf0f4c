package dev.assay.cfverify.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.cfverify.evidence.SnippetReader.SnippetReading.Snippet;
import dev.assay.cfverify.evidence.SnippetReader.SnippetReading.Unread;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are far larger than memory; sparse, so that they cost no disk. */
final class LargeFileTest {

  private static final long TEN_GIBIBYTES = 10L << 30;
  private static final long ALLOCATED_BYTES_MAX = 4L << 20;

  @TempDir Path dir;
  private final SnippetReader reader = new SnippetReader(EvidenceLimits.DEFAULT);

  private Path sparse(long size, String head, String tail) throws IOException {
    Path file = dir.resolve("large.log");
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.write(head.getBytes(StandardCharsets.UTF_8));
      raw.seek(size - tail.length());
      raw.write(tail.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static long allocated(Read read) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    read.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private interface Read {
    void run() throws IOException;
  }

  @Test
  void linesAtTheStartOfTenGibibytesCostNoMemory() throws IOException {
    Path file = sparse(TEN_GIBIBYTES, "one\ntwo\nthree\n", "\nlast\n");

    assertThat(
            allocated(() ->
                assertThat(reader.lines(file, 2, 3, "two\nthree"))
                    .isInstanceOfSatisfying(
                        Snippet.class, s -> assertThat(s.quoteFound()).isTrue())))
        .isLessThan(ALLOCATED_BYTES_MAX);
    assertThat(Files.size(file)).isEqualTo(TEN_GIBIBYTES);
  }

  @Test
  void linesBehindAGibibyteAreReachedWithoutKeepingIt() throws IOException {
    Path file = sparse(1L << 30, "one\n", "\nlast line\n");

    assertThat(
            allocated(() ->
                assertThat(reader.lines(file, 3, 3, "last line"))
                    .isInstanceOfSatisfying(
                        Snippet.class, s -> assertThat(s.text()).isEqualTo("last line\n"))))
        .isLessThan(ALLOCATED_BYTES_MAX);
  }

  @Test
  void aQuoteIsFoundInAReferencedLineLargerThanWhatIsKept() throws IOException {
    Path file = sparse(64L << 20, "one\n", "the quote\n");

    assertThat(
            allocated(() ->
                assertThat(reader.lines(file, 2, 2, "the quote"))
                    .isInstanceOfSatisfying(
                        Snippet.class,
                        s -> {
                          assertThat(s.quoteFound()).isTrue();
                          assertThat(s.complete()).isFalse();
                        })))
        .isLessThan(ALLOCATED_BYTES_MAX);
  }

  @Test
  void scanningStopsAtItsLimit() throws IOException {
    Path file = sparse(8L << 20, "one\n", "\nlast\n");
    SnippetReader bounded = new SnippetReader(new EvidenceLimits(1 << 20, 1_000, 1_000, 100, 10));

    assertThat(bounded.lines(file, 3, 3, null)).isInstanceOf(Unread.class);
    assertThat(bounded.symbol(file, "last", null)).isInstanceOf(Unread.class);
    assertThat(bounded.lines(file, 1, 1, "x".repeat(2_000))).isInstanceOf(Unread.class);
    assertThat(bounded.symbol(file, "x".repeat(200), null)).isInstanceOf(Unread.class);
  }
}
