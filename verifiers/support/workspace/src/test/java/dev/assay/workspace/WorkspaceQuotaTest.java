package dev.assay.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testkit.bomb.TarBytes;
import dev.assay.verifier.ScratchTree;
import dev.assay.workspace.Extraction.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a workspace may cost, and that no name makes the host look as if it had failed. */
class WorkspaceQuotaTest {

  private static final WorkspaceLimits FEW_DIRECTORIES =
      new WorkspaceLimits(1 << 20, 100, 10, 1 << 20, 1 << 20, 100, 1 << 20, 2_000, 64, 10);

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "a, a/b",
    "a, a/b/c",
    "a, a/b/c/d/e",
    "a/b, a/b/c/d",
    "a/b/c, a/b",
    "a, a/",
    "x/y, x"
  })
  void aFileThatIsAlsoADirectoryIsAClash(String one, String other) throws Exception {
    Path zip = directory.resolve("zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String name : new String[] {one, other}) {
        out.putNextEntry(new ZipEntry(name));
      }
    }

    assertThat(refusal(zip, WorkspaceLimits.DEFAULT)).isEqualTo(Refusal.NAME_CLASH);
  }

  @ParameterizedTest
  @CsvSource({"1, n, 256", "1, é, 128", "300, n/, 20", "2000, n, 1", "1100, éé/, 1"})
  void namesThatNoFileSystemHoldsAreUnsafe(int times, String unit, int within) throws Exception {
    Path tar =
        tar(TarBytes.entry('x', "p", TarBytes.pax("path", unit.repeat(within).repeat(times))));

    assertThat(refusal(tar, WorkspaceLimits.DEFAULT)).isEqualTo(Refusal.UNSAFE_NAME);
  }

  @Test
  void theLongestNamesAreHeld() throws Exception {
    String name = ("n".repeat(255) + "/").repeat(7) + "é".repeat(100);
    Path tar = tar(TarBytes.entry('x', "p", TarBytes.pax("path", name)));

    assertThat(extract(tar, WorkspaceLimits.DEFAULT)).isInstanceOf(Extraction.Extracted.class);
    assertThat(directory.resolve("tree").resolve(name)).isRegularFile();
  }

  @Test
  void directoriesThatNamesImplyAreCounted() throws Exception {
    Path tar = tar(TarBytes.entry('x', "p", TarBytes.pax("path", "a/b/c/d/e/f/g/h/i/j/k/file")));

    assertThat(refusal(tar, FEW_DIRECTORIES)).isEqualTo(Refusal.TOO_MANY_ENTRIES);
    assertThat(directory.resolve("tree")).doesNotExist();
  }

  @Test
  void aHeaderOrNameThatIsNotWhatItSaysIsRefused() throws Exception {
    byte[] otherSum = TarBytes.header('0', "a", "", 0);
    otherSum[0] = 'b';
    byte[] notUtf8 =
        TarBytes.entry('x', "p", "10 path=\u00ff\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(refusal(tar(otherSum), WorkspaceLimits.DEFAULT)).isEqualTo(Refusal.MALFORMED);
    assertThat(refusal(tar(notUtf8), WorkspaceLimits.DEFAULT)).isEqualTo(Refusal.UNSAFE_NAME);
  }

  @Test
  void nothingButZerosStandsBehindAnArchivesEnd() throws Exception {
    byte[] hidden = TarBytes.entry('0', "hidden", new byte[0]);
    byte[] whole = TarBytes.gzip(TarBytes.header('0', "f", "", 0), TarBytes.end());
    byte[] otherSum = whole.clone();
    otherSum[whole.length - 8]++;

    assertThat(behind(new byte[10_000])).isInstanceOf(Extraction.Extracted.class);
    assertThat(behind(hidden)).isInstanceOf(Extraction.Refused.class);
    assertThat(behind(new byte[] {0, 0, 1})).isInstanceOf(Extraction.Refused.class);
    assertThat(refusal(file(otherSum), WorkspaceLimits.DEFAULT)).isEqualTo(Refusal.MALFORMED);
    assertThat(refusal(file(Arrays.copyOf(whole, whole.length - 8)), WorkspaceLimits.DEFAULT))
        .isEqualTo(Refusal.MALFORMED);
  }

  private Extraction behind(byte[] bytes) throws Exception {
    Extraction extraction =
        extract(
            file(TarBytes.gzip(TarBytes.header('0', "f", "", 0), TarBytes.end(), bytes)),
            WorkspaceLimits.DEFAULT);
    ScratchTree.delete(directory.resolve("tree"));
    return extraction;
  }

  private Path file(byte[] bytes) throws Exception {
    return Files.write(directory.resolve("file"), bytes);
  }

  @Test
  void unpackingStopsWhenTheBudgetIsOverAndLeavesNothing() throws Exception {
    Path tar = tar(TarBytes.entry('0', "large", new byte[1 << 20]));
    AtomicInteger looks = new AtomicInteger(4);

    assertThatThrownBy(() ->
            WorkspaceArchive.extract(
                tar,
                directory.resolve("tree"),
                WorkspaceLimits.DEFAULT,
                () -> looks.getAndDecrement()))
        .isInstanceOf(InterruptedException.class);
    assertThat(directory.resolve("tree")).doesNotExist();
  }

  private Path tar(byte[] beginning) throws Exception {
    return Files.write(
        directory.resolve("tar.gz"),
        TarBytes.gzip(beginning, TarBytes.header('0', "f", "", 0), TarBytes.end()));
  }

  private Refusal refusal(Path archive, WorkspaceLimits limits) throws Exception {
    Extraction extraction = extract(archive, limits);
    assertThat(extraction).isInstanceOf(Extraction.Refused.class);
    return ((Extraction.Refused) extraction).refusal();
  }

  private Extraction extract(Path archive, WorkspaceLimits limits) throws Exception {
    return WorkspaceArchive.extract(
        archive, directory.resolve("tree"), limits, () -> Long.MAX_VALUE);
  }
}
