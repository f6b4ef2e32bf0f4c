package dev.assay.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.verifier.ScratchTree;
import dev.assay.workspace.Extraction.Extracted;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.Refused;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkspaceArchiveTest {

  private static final WorkspaceLimits SMALL =
      new WorkspaceLimits(1 << 20, 20, 20, 4_000_000, 6_000_000, 100, 1_000_000, 200, 8, 3);

  @TempDir Path dir;
  private Path archive;
  private Path into;

  @BeforeEach
  void places() throws Exception {
    archive = dir.resolve("archive");
    into = Files.createDirectory(dir.resolve("outer")).resolve("into");
    Files.writeString(dir.resolve("outer/secret"), "secret");
  }

  @Test
  void aTarIsUnpackedWithItsContentAndExecuteBits() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.special(out, "./src/", TarConstants.LF_DIR, "");
          Archives.file(out, "./src/a.txt", "alpha\n");
          Archives.file(out, "run.sh", 0104755, Archives.bytes("#!/bin/sh\n"));
        });

    Extracted extracted = accepted();

    assertThat(extracted.files()).isEqualTo(2);
    assertThat(extracted.bytes()).isEqualTo(16);
    assertThat(into.resolve("src/a.txt")).hasContent("alpha\n");
    assertThat(Files.getPosixFilePermissions(into.resolve("run.sh")))
        .contains(PosixFilePermission.OWNER_EXECUTE)
        .hasSize(7);
    assertThat((int) Files.getAttribute(into.resolve("run.sh"), "unix:mode") & 07000).isZero();
  }

  @Test
  void aCompressedTarAndAZipAreUnpackedToo() throws Exception {
    Archives.tarGz(archive, out -> Archives.file(out, "deep/er/e.txt", "été"));
    assertThat(accepted().files()).isEqualTo(1);
    assertThat(into.resolve("deep/er/e.txt")).hasContent("été");

    Path zip =
        Archives.zip(
            dir.resolve("zip"),
            out -> {
              Archives.file(out, "bin/run", 0100755, Archives.bytes("x"));
              Archives.file(out, "link", 0120777, Archives.bytes("bin/run"));
            });
    Path second = dir.resolve("second");
    assertThat(extract(zip, second, SMALL)).isInstanceOf(Extracted.class);
    assertThat(second.resolve("bin/run")).isExecutable();
    assertThat(second.resolve("link")).isSymbolicLink().hasContent("x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "a/../../secret",
        "/etc/assay-test",
        "a\\..\\..\\secret",
        "C:/secret",
        "a/..",
        "..",
        "bell\u0007"
      })
  void aNameThatLeavesTheWorkspaceIsRefusedAndNothingIsWritten(String name) throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "first", "1");
          Archives.file(out, name, "overwritten");
        });

    assertThat(refused()).isEqualTo(Refusal.UNSAFE_NAME);
    assertThat(dir.resolve("outer/secret")).hasContent("secret");
    assertThat(into).doesNotExist();
  }

  @Test
  void aZipNameThatClimbsIsRefused() throws Exception {
    Archives.zip(archive, out -> Archives.file(out, "../secret", 0100644, Archives.bytes("x")));

    assertThat(refused()).isEqualTo(Refusal.UNSAFE_NAME);
    assertThat(dir.resolve("outer/secret")).hasContent("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "/etc/passwd", "a/../../secret", "..", "../into/../secret"})
  void aLinkThatLeavesTheWorkspaceIsRefused(String target) throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "a/b", "1");
          Archives.symlink(out, "link", target);
        });

    assertThat(refused()).isEqualTo(Refusal.UNSAFE_LINK);
    assertThat(into).doesNotExist();
  }

  @Test
  void linksThatOnlyTogetherLeaveTheWorkspaceAreRefused() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.symlink(out, "here", ".");
          Archives.symlink(out, "up", "here/../secret");
        });

    // Lexically "here/../secret" stays inside; really it is the neighbour of the workspace.
    assertThat(refused()).isEqualTo(Refusal.UNSAFE_LINK);
  }

  @Test
  void aFileIsNeverWrittenThroughALink() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.symlink(out, "door", "..");
          Archives.file(out, "door/secret", "overwritten");
        });

    assertThat(refused()).isIn(Refusal.NAME_CLASH, Refusal.UNSAFE_LINK);
    assertThat(dir.resolve("outer/secret")).hasContent("secret");
  }

  @Test
  void linksInsideTheWorkspaceAreKeptAndDanglingOnesDropped() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.symlink(out, "src/current", "../v1/a.txt");
          Archives.file(out, "v1/a.txt", "one");
          Archives.symlink(out, "gone", "nowhere");
          Archives.symlink(out, "loop", "loop");
        });

    Extracted extracted = accepted();

    assertThat(into.resolve("src/current")).hasContent("one");
    assertThat(extracted.links()).isEqualTo(1);
    assertThat(extracted.linksDropped()).isEqualTo(2);
    assertThat(into.resolve("gone")).doesNotExist();
  }

  @Test
  void aHardLinkIsACopyAndCannotNameAFileOutside() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "a", "same");
          Archives.special(out, "b", TarConstants.LF_LINK, "a");
        });
    assertThat(accepted().bytes()).isEqualTo(8);
    assertThat(into.resolve("b")).hasContent("same");

    Path hostile =
        Archives.tar(
            dir.resolve("hostile"),
            out -> Archives.special(out, "b", TarConstants.LF_LINK, "../secret"));
    assertThat(extract(hostile, dir.resolve("x"), SMALL))
        .isInstanceOfSatisfying(
            Refused.class, r -> assertThat(r.refusal()).isEqualTo(Refusal.UNSAFE_NAME));
  }

  @Test
  void anArchiveThatUnpacksToMuchMoreThanItselfIsRefused() throws Exception {
    Archives.tarGz(archive, out -> Archives.file(out, "zeros", 0100644, Archives.zeros(3_000_000)));

    assertThat(refused()).isEqualTo(Refusal.EXPANSION_BOMB);
    assertThat(into).doesNotExist();
  }

  @Test
  void aZipWhoseEntriesShareTheirBytesIsStillCountedByWhatItUnpacksTo() throws Exception {
    Archives.zip(
        archive,
        out -> {
          for (int i = 0; i < 10; i++) {
            Archives.file(out, "z" + i, 0100644, Archives.zeros(500_000));
          }
        });

    assertThat(refused()).isEqualTo(Refusal.EXPANSION_BOMB);
  }

  @Test
  void filesAndSumsBeyondTheLimitAreRefused() throws Exception {
    byte[] noise = new byte[900_000];
    new Random(1).nextBytes(noise);
    WorkspaceLimits perFile =
        new WorkspaceLimits(2 << 20, 20, 20, 500_000, 6_000_000, 100, 1_000_000, 200, 8, 3);
    Archives.tar(archive, out -> Archives.file(out, "noise", 0100644, noise));
    assertThat(refused(perFile)).isEqualTo(Refusal.TOO_LARGE);

    WorkspaceLimits inAll =
        new WorkspaceLimits(2 << 20, 20, 20, 1_000_000, 1_000_000, 100, 1_000_000, 200, 8, 3);
    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "one", 0100644, noise);
          Archives.special(out, "two", TarConstants.LF_LINK, "one");
        });
    assertThat(refused(inAll)).isEqualTo(Refusal.TOO_LARGE);

    WorkspaceLimits ofTheArchive =
        new WorkspaceLimits(9_000, 20, 20, 1_000_000, 1_000_000, 100, 1_000_000, 200, 8, 3);
    assertThat(refused(ofTheArchive)).isEqualTo(Refusal.TOO_LARGE);
  }

  @Test
  void tooManyEntriesAreRefusedInBothFormats() throws Exception {
    Archives.tar(archive, WorkspaceArchiveTest::manyFiles);
    assertThat(refused()).isEqualTo(Refusal.TOO_MANY_ENTRIES);

    Archives.zip(
        archive,
        out -> {
          for (int i = 0; i < 21; i++) {
            Archives.file(out, "f" + i, 0100644, Archives.bytes("x"));
          }
        });
    assertThat(refused()).isEqualTo(Refusal.TOO_MANY_ENTRIES);
  }

  private static void manyFiles(TarArchiveOutputStream out) throws IOException {
    for (int i = 0; i < 21; i++) {
      Archives.file(out, "f" + i, "x");
    }
  }

  @Test
  void tooManyLinksAndTooDeepNamesAreRefused() throws Exception {
    Archives.tar(
        archive,
        out -> {
          for (int i = 0; i < 4; i++) {
            Archives.symlink(out, "l" + i, "a");
          }
        });
    assertThat(refused()).isEqualTo(Refusal.TOO_MANY_ENTRIES);

    Archives.tar(archive, out -> Archives.file(out, "a/b/c/d/e/f/g/h/i", "x"));
    assertThat(refused()).isEqualTo(Refusal.UNSAFE_NAME);
  }

  @Test
  void theSameNameTwiceIsRefused() throws Exception {
    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "a", "shown to one reader");
          Archives.file(out, "./a", "shown to another");
        });
    assertThat(refused()).isEqualTo(Refusal.NAME_CLASH);

    Archives.tar(
        archive,
        out -> {
          Archives.file(out, "a", "a file");
          Archives.file(out, "a/b", "now a directory");
        });
    assertThat(refused()).isEqualTo(Refusal.NAME_CLASH);
  }

  @ParameterizedTest
  @ValueSource(bytes = {TarConstants.LF_CHR, TarConstants.LF_BLK, TarConstants.LF_FIFO})
  void devicesAndPipesAreRefused(byte type) throws Exception {
    Archives.tar(archive, out -> Archives.special(out, "special", type, ""));

    assertThat(refused()).isEqualTo(Refusal.UNSUPPORTED_ENTRY);
  }

  @Test
  void aTruncatedArchiveIsRefusedWhole() throws Exception {
    byte[] noise = new byte[100_000];
    new Random(2).nextBytes(noise);
    for (boolean gzip : new boolean[] {false, true}) {
      Archives.Step<TarArchiveOutputStream> content =
          out -> Archives.file(out, "noise", 0100644, noise);
      if (gzip) {
        Archives.tarGz(archive, content);
      } else {
        Archives.tar(archive, content);
      }
      try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
        file.setLength(file.length() / 2);
      }

      assertThat(refused()).isEqualTo(Refusal.MALFORMED);
      assertThat(into).doesNotExist();
    }
  }

  @Test
  void aZipWithBytesAfterItsEndOrALyingDirectoryIsRefused() throws Exception {
    Archives.zip(archive, out -> Archives.file(out, "a", 0100644, Archives.bytes("x")));
    byte[] good = Files.readAllBytes(archive);

    byte[] appended = Arrays.copyOf(good, good.length + 3);
    Files.write(archive, appended);
    assertThat(refused()).isEqualTo(Refusal.MALFORMED);

    byte[] lying = good.clone();
    lying[good.length - 22 + 16] = (byte) (good[good.length - 22 + 16] + 4);
    Files.write(archive, lying);
    assertThat(refused()).isEqualTo(Refusal.MALFORMED);
  }

  /** Offsets from the beginning of an entry's own header, of its other one, and of the end. */
  @ParameterizedTest
  @CsvSource({
    "another name, 30, -1, -1, 1, MALFORMED",
    "another method, 8, -1, -1, 1, MALFORMED",
    "encrypted by its own header, 6, -1, -1, 1, UNSUPPORTED_ENTRY",
    "encrypted, -1, 8, -1, 1, UNSUPPORTED_ENTRY",
    "a patch, -1, 8, -1, 32, UNSUPPORTED_ENTRY",
    "hidden headers, -1, 9, -1, 32, UNSUPPORTED_ENTRY",
    "a part of another disk, -1, -1, 4, 1, MALFORMED",
    "fewer entries here than in all, -1, -1, 8, 3, MALFORMED",
    "a pipe, -1, 41, -1, 144, UNSUPPORTED_ENTRY"
  })
  void aZipThatReadersWouldReadDifferentlyIsRefused(
      String what, int own, int central, int end, int change, Refusal refusal) throws Exception {
    Archives.zip(archive, out -> Archives.file(out, "abc", 0100644, Archives.bytes("x")));
    byte[] zip = Files.readAllBytes(archive);
    int endAt = zip.length - 22;
    int centralAt = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).getInt(endAt + 16);
    int at = own >= 0 ? own : central >= 0 ? centralAt + central : endAt + end;
    zip[at] ^= (byte) change;
    Files.write(archive, zip);

    assertThat(refused()).as(what).isEqualTo(refusal);
  }

  @Test
  void aZipTellsHowManyEntriesItHasAndADirectoryIsNothingElse() throws Exception {
    Archives.zip(archive, out -> Archives.file(out, "abc", 0100644, Archives.bytes("x")));
    byte[] zip = Files.readAllBytes(archive);
    zip[zip.length - 22 + 8]++;
    zip[zip.length - 22 + 10]++;
    Files.write(archive, zip);
    assertThat(refused()).isEqualTo(Refusal.MALFORMED);

    Archives.zip(archive, out -> Archives.file(out, "abc/", 040755, Archives.bytes("x")));
    assertThat(refused()).isEqualTo(Refusal.MALFORMED);
    Archives.zip(archive, out -> Archives.file(out, "abc/", 010644, Archives.bytes("")));
    assertThat(refused()).isEqualTo(Refusal.UNSUPPORTED_ENTRY);
  }

  @Test
  void damagedArchivesNeverCrashAndNeverLeaveFilesBehind() throws Exception {
    Path tar = Archives.tar(dir.resolve("t"), out -> Archives.file(out, "dir/name.txt", "content"));
    Path zip =
        Archives.zip(
            dir.resolve("z"),
            out -> Archives.file(out, "dir/name.txt", 0100644, Archives.bytes("content")));
    Random random = new Random(7);
    for (Path original : new Path[] {tar, zip}) {
      byte[] good = Files.readAllBytes(original);
      for (int round = 0; round < 400; round++) {
        byte[] damaged = good.clone();
        for (int flips = 0; flips <= round % 4; flips++) {
          damaged[random.nextInt(Math.min(damaged.length, 700))] = (byte) random.nextInt(256);
        }
        Files.write(archive, damaged);
        if (extract(archive, into, SMALL) instanceof Refused) {
          assertThat(into).doesNotExist();
        }
        ScratchTree.delete(into);
      }
    }
    assertThat(dir.resolve("outer")).isDirectoryNotContaining(p -> !p.endsWith("secret"));
  }

  @Test
  void anythingElseIsRefusedByFormat() throws Exception {
    Files.writeString(archive, "{\"not\":\"an archive\"}");

    assertThat(refused()).isEqualTo(Refusal.UNKNOWN_FORMAT);
  }

  @Test
  void aDirectoryWithFilesIsNotUnpackedInto() throws Exception {
    Archives.tar(archive, out -> Archives.file(out, "a", "x"));
    Files.createDirectories(into);
    Files.writeString(into.resolve("mine"), "mine");

    assertThatThrownBy(() -> extract(archive, into, SMALL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected an empty directory");
    assertThat(into.resolve("mine")).hasContent("mine");
  }

  private static Extraction extract(Path archive, Path into, WorkspaceLimits limits)
      throws IOException, InterruptedException {
    return WorkspaceArchive.extract(archive, into, limits, () -> Long.MAX_VALUE);
  }

  private Extracted accepted() throws Exception {
    Extraction extraction = extract(archive, into, SMALL);
    assertThat(extraction).isInstanceOf(Extracted.class);
    return (Extracted) extraction;
  }

  private Refusal refused() throws Exception {
    return refused(SMALL);
  }

  private Refusal refused(WorkspaceLimits limits) throws Exception {
    Extraction extraction = extract(archive, into, limits);
    assertThat(extraction).isInstanceOf(Refused.class);
    return ((Refused) extraction).refusal();
  }
}
