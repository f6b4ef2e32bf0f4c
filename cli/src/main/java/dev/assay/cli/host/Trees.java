package dev.assay.cli.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of this process alone. */
final class Trees {

  private Trees() {}

  /** Makes {@code directory}, or removes what an earlier process left in it. */
  static void empty(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> deepestFirst =
          tree.filter(path -> !path.equals(directory)).sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }
}
