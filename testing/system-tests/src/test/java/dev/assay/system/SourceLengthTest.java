package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file of main code can be read at once: {@code CONTRIBUTING.md}. */
class SourceLengthTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Set<String> BUILT = Set.of("target", "dist", "node_modules", ".git");
  private static final int LINES_MAX = 350;

  @Test
  void noFileOfMainCodeIsTooLong() throws IOException {
    Map<Path, Long> lines = new TreeMap<>();
    var _ =
        Files.walkFileTree(
            ROOT,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes read) {
                return BUILT.contains(directory.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes read)
                  throws IOException {
                if (file.toString().contains("/src/main/") && file.toString().endsWith(".java")) {
                  try (Stream<String> all = Files.lines(file)) {
                    lines.put(ROOT.relativize(file), all.count());
                  }
                }
                return FileVisitResult.CONTINUE;
              }
            });

    assertThat(lines).hasSizeGreaterThan(1000);
    lines.values().removeIf(count -> count <= LINES_MAX);
    assertThat(lines).as("files of more than " + LINES_MAX + " lines").isEmpty();
  }
}
