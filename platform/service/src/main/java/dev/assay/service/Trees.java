package dev.assay.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Directories of this process alone. */
public final class Trees {

  private static final Logger LOG = LoggerFactory.getLogger(Trees.class);

  private Trees() {}

  /** Makes {@code directory}, or removes what an earlier process left in it. */
  public static void empty(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> deepestFirst =
          tree.filter(path -> !path.equals(directory)).sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Removes the directories in {@code directory} whose names begin so, as far as that works. */
  public static void remove(Path directory, String prefix) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path each : left) {
        empty(each);
        Files.delete(each);
      }
    } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
      LOG.atWarn().addKeyValue("directory", directory).setCause(e).log("something old is left");
    }
  }
}
