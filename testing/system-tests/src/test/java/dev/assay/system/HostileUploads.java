package dev.assay.system;

import dev.assay.testkit.bomb.TarBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Workspaces that nobody should be able to harm a worker with. */
final class HostileUploads {

  private static final long TWO_GIB = 2L << 30;
  private static final int MEBI = 1 << 20;

  private HostileUploads() {}

  /**
   * An upload.
   *
   * @param code of the report that it gets
   */
  record Upload(String name, String code, Supplier<byte[]> content) {

    byte[] bytes() {
      return content.get();
    }

    @Override
    public String toString() {
      return name + " is " + code;
    }
  }

  /** Two megabytes that are two gigabytes of one header, or of one file. */
  static List<Upload> bombs() {
    List<Upload> uploads = new ArrayList<>();
    Map<Character, String> types = new LinkedHashMap<>();
    types.put('L', "a GNU long name of 2 GiB of zeros");
    types.put('K', "a GNU long link of 2 GiB of zeros");
    types.put('x', "a pax path of 2 GiB of zeros");
    types.put('g', "a global pax header of 2 GiB of zeros");
    types.forEach((type, name) -> uploads.add(zeros(name, "TOO_LARGE", type)));
    uploads.add(zeros("a file of 2 GiB of zeros", "EXPANSION_BOMB", '0'));
    uploads.add(
        tar("200,000 directories that names imply", "TOO_MANY_ENTRIES", impliedDirectories()));
    return uploads;
  }

  private static Upload zeros(String name, String code, char type) {
    return new Upload(
        name,
        code,
        () -> TarBytes.repeated(TarBytes.header(type, "name", "", TWO_GIB), new byte[MEBI], 2_048));
  }

  private static byte[][] impliedDirectories() {
    List<byte[]> entries = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      entries.add(TarBytes.entry('x', "pax", TarBytes.pax("path", i + "/d".repeat(50) + "/f")));
      entries.add(TarBytes.header('0', "f", "", 0));
    }
    return entries.toArray(byte[][]::new);
  }

  /**
   * Some hundred bytes each.
   *
   * @param salt makes them other artifacts
   */
  static List<Upload> small(String salt) {
    return List.of(
        zip("a file that is also a directory", "NAME_CLASH", "a", "a/b/c", salt),
        zip("a deep file below a file", "NAME_CLASH", "a", "a/b/c/d/e/f", salt),
        zip(".agency as a file", "NAME_CLASH", ".agency", salt),
        zip(".agency/out as a file", "NAME_CLASH", ".agency/out", salt),
        zip("verify.json as a directory", "NAME_CLASH", ".agency/out/verify.json/x", salt),
        zip("a segment of 300 bytes", "UNSAFE_NAME", "n".repeat(300), salt),
        zip("a segment of 256 bytes that are 128 characters", "UNSAFE_NAME", "é".repeat(128), salt),
        zip("a path of 5,700 bytes", "UNSAFE_NAME", "nineteen-characters/".repeat(285), salt),
        zip("a name of dots", "UNSAFE_NAME", "a/../../b", salt),
        tar(
            "a hard link below a file",
            "NAME_CLASH",
            file("a", salt),
            TarBytes.header('1', "a/b/c", "a", 0)),
        tar(
            ".agency as a link",
            "NAME_CLASH",
            file("elsewhere/" + salt, salt),
            TarBytes.header('2', ".agency", "elsewhere", 0)),
        tar(
            "a link target of 5,700 bytes",
            "UNSAFE_LINK",
            file(salt, salt),
            TarBytes.entry('x', "pax", TarBytes.pax("linkpath", "t".repeat(5_700))),
            TarBytes.header('2', "link", "", 0)),
        tar(
            "a pax path of 5,700 bytes",
            "UNSAFE_NAME",
            file(salt, salt),
            TarBytes.entry('x', "pax", TarBytes.pax("path", "p/".repeat(2_850) + "f")),
            TarBytes.header('0', "f", "", 0)),
        tar("a device", "UNSUPPORTED_ENTRY", file(salt, salt), TarBytes.header('3', "null", "", 0)),
        tar("one name twice", "NAME_CLASH", file("a", salt), file("a", salt)),
        tar("an entry without a name", "UNSAFE_NAME", file(salt, salt), file("", salt)),
        new Upload("a cut tar", "MALFORMED", () -> TarBytes.gzip(file("a", salt))));
  }

  private static byte[] file(String name, String content) {
    return TarBytes.entry('0', name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static Upload tar(String name, String code, byte[]... entries) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] entry : entries) {
      all.writeBytes(entry);
    }
    all.writeBytes(TarBytes.end());
    return new Upload(name, code, () -> TarBytes.gzip(all.toByteArray()));
  }

  /** An archive of files; the last name is a file of its own, with itself as content. */
  private static Upload zip(String name, String code, String... files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String file : files) {
        zip.putNextEntry(new ZipEntry(file));
        zip.write(files[files.length - 1].getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return new Upload(name, code, bytes::toByteArray);
  }

  /** A workspace as honest people send it. */
  static byte[] honest(String name) {
    return zip(name, "", "src/" + name, "README").bytes();
  }
}
