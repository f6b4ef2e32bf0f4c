package dev.assay.cli.host;

import dev.assay.service.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Says where libraries unpack their native parts. Each would do so in the system's temporary
 * directory, anew at every start, and a process that is killed leaves what it unpacked.
 */
final class NativeLibraries {

  /** Read by sqlite-jdbc, snappy-java, zstd-jni and Amazon's Corretto Crypto Provider. */
  private static final List<String> PROPERTIES =
      List.of(
          "org.sqlite.tmpdir",
          "org.xerial.snappy.tempdir",
          "ZstdTempFolder",
          "com.amazon.corretto.crypto.provider.tmpdir");

  private NativeLibraries() {}

  /** Has them unpacked in {@code directory}, which no other process uses and which is emptied. */
  static void keepIn(Path directory) throws IOException {
    Trees.empty(directory);
    PROPERTIES.forEach(name -> System.setProperty(name, directory.toString()));
  }
}
