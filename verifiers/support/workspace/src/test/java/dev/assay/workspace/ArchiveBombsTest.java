package dev.assay.workspace;

import dev.assay.testkit.bomb.Bombs;
import dev.assay.testkit.bomb.SmallHeap;
import dev.assay.testkit.bomb.TarBytes;
import dev.assay.verifier.ScratchTree;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives that would exhaust memory, disk or time; each is refused under the usual limits. */
class ArchiveBombsTest implements Bombs {

  private static final long TWO_GIB = 2L << 30;
  private static final int MEBI = 1 << 20;
  private static final int BLOCK = 512;

  @Test
  void everyBombIsRefusedIn64MegabytesOfHeap(@TempDir Path directory) throws Exception {
    SmallHeap.assertAllEndTyped(ArchiveBombsTest.class, directory);
  }

  @Override
  public void list(Rows rows, Path directory) {
    for (char type : "LKxgX".toCharArray()) {
      rows.row(
          "a header '" + type + "' of 2 GiB of zeros",
          "TOO_LARGE",
          repeated(directory, TarBytes.header(type, "name", "", TWO_GIB), new byte[MEBI], 2_048));
    }
    rows.row(
        "a million long names for one entry",
        "TOO_LARGE",
        repeated(
            directory,
            new byte[0],
            TarBytes.entry('L', "././@LongLink", new byte[200]),
            1_000_000));
    rows.row(
        "10,000 pax headers of 5,000 keys",
        "TOO_LARGE",
        repeated(
            directory,
            new byte[0],
            TarBytes.entry(
                'x', "pax", "12 key=a1b2\n".repeat(5_000).getBytes(StandardCharsets.US_ASCII)),
            10_000));
    rows.row(
        "a file of 2 GiB of zeros",
        "EXPANSION_BOMB",
        repeated(directory, TarBytes.header('0', "zeros", "", TWO_GIB), new byte[MEBI], 2_048));
    rows.row(
        "a million entries for one directory",
        "TOO_MANY_ENTRIES",
        repeated(directory, new byte[0], TarBytes.entry('5', "d/", new byte[0]), 1_000_000));
    rows.row(
        "200,000 directories that names imply",
        "TOO_MANY_ENTRIES",
        refusal(
            directory,
            out -> {
              for (int i = 0; i < 4_000; i++) {
                String name = i + "/" + "d/".repeat(48) + "f";
                out.write(TarBytes.entry('x', "pax", TarBytes.pax("path", name)));
                out.write(TarBytes.entry('0', "f", new byte[0]));
              }
              out.write(TarBytes.end());
            }));
    rows.row(
        "5,000 links with the longest names and targets",
        "Extracted",
        refusal(
            directory,
            out -> {
              for (int i = 0; i < 5_000; i++) {
                String name = ("d".repeat(200) + "/").repeat(9) + i;
                out.write(
                    TarBytes.entry(
                        'x', "pax", TarBytes.pax("path", name, "linkpath", "t/".repeat(499))));
                out.write(TarBytes.entry('2', "l", new byte[0]));
              }
              out.write(TarBytes.end());
            }));
    rows.row(
        "a sparse file of 1 EiB",
        "UNSUPPORTED_ENTRY",
        refusal(
            directory,
            out -> {
              out.write(
                  TarBytes.entry(
                      'x', "pax", TarBytes.pax("GNU.sparse.realsize", "1" + "0".repeat(17))));
              out.write(TarBytes.entry('0', "sparse", new byte[BLOCK]));
            }));
    rows.row(
        "a zip of 10,000 names of 60,000 bytes",
        "TOO_LARGE",
        () ->
            refused(
                ZipBytes.directory(directory.resolve("names.zip"), 10_000, 60_000, 0), directory));
    rows.row(
        "a zip of 3,000 names of 60,000 bytes",
        "UNSAFE_NAME",
        () ->
            refused(
                ZipBytes.directory(directory.resolve("names.zip"), 3_000, 60_000, 0), directory));
    rows.row(
        "a zip of 10,000 comments of 60,000 bytes",
        "TOO_LARGE",
        () ->
            refused(
                ZipBytes.directory(directory.resolve("comments.zip"), 10_000, 9, 60_000),
                directory));
    rows.row(
        "a zip of 1,000,000 entries",
        "TOO_MANY_ENTRIES",
        () ->
            refused(ZipBytes.directory(directory.resolve("many.zip"), 1_000_000, 9, 0), directory));
    rows.row(
        "a zip of 128 MiB of zeros",
        "EXPANSION_BOMB",
        () -> refused(ZipBytes.zeros(directory.resolve("zeros.zip"), 128 * MEBI), directory));
    rows.row(
        "a gzip header with a name of 10 MB",
        "MALFORMED",
        () -> refused(gzipName(directory.resolve("name.gz"), 10 * MEBI), directory));
    rows.row(
        "a gzip of a gzip of zeros",
        "MALFORMED",
        () -> refused(twice(directory.resolve("twice.gz")), directory));
    rows.row(
        "100,000 gzip members that hold nothing",
        "MALFORMED",
        () -> refused(emptyMembers(directory.resolve("members.gz"), 100_000), directory));
    rows.row(
        "a gigabyte of zeros behind an archive's end",
        "TOO_LARGE",
        repeated(directory, TarBytes.header('0', "empty", "", 0), new byte[MEBI], 1_024));
    for (String magic : new String[] {"BZh9", "\u00fd7zXZ", "(\u00b5/\u00fd", "]\0\0\u0080"}) {
      rows.row(
          "another compression: " + (int) magic.charAt(0),
          "UNKNOWN_FORMAT",
          () ->
              refused(
                  Files.writeString(
                      directory.resolve("other"),
                      magic + "x".repeat(BLOCK),
                      StandardCharsets.ISO_8859_1),
                  directory));
    }
  }

  private static Callable<?> refusal(Path directory, Archives.Step<OutputStream> content) {
    return () -> {
      Path archive = directory.resolve("bomb.tar.gz");
      try (OutputStream out =
          new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(archive)), 1 << 16)) {
        content.write(out);
      }
      return refused(archive, directory);
    };
  }

  private static Callable<?> repeated(Path directory, byte[] beginning, byte[] unit, int times) {
    return () ->
        refused(
            Files.write(
                directory.resolve("bomb.tar.gz"), TarBytes.repeated(beginning, unit, times)),
            directory);
  }

  private static String refused(Path archive, Path directory)
      throws IOException, InterruptedException {
    Extraction extraction =
        WorkspaceArchive.extract(
            archive, directory.resolve("tree"), WorkspaceLimits.DEFAULT, () -> Long.MAX_VALUE);
    ScratchTree.delete(directory.resolve("tree"));
    return extraction instanceof Extraction.Refused refused
        ? refused.refusal().name()
        : extraction.getClass().getSimpleName();
  }

  private static Path gzipName(Path archive, int bytes) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 16)) {
      out.write(new byte[] {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 0});
      for (int i = 0; i < bytes; i++) {
        out.write('n');
      }
    }
    return archive;
  }

  private static Path emptyMembers(Path archive, int members) throws IOException {
    byte[] empty = TarBytes.gzip();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 16)) {
      for (int i = 0; i < members; i++) {
        out.write(empty);
      }
    }
    return archive;
  }

  private static Path twice(Path archive) throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(new GZIPOutputStream(Files.newOutputStream(archive)))) {
      out.write(new byte[1 << 20]);
    }
    return archive;
  }
}
