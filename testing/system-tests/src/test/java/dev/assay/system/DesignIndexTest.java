package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The index of the decisions names every note, and none that is gone. */
class DesignIndexTest {

  private static final Path NOTES = Path.of("..", "..", "docs", "design");
  private static final Pattern LINK = Pattern.compile("\\]\\((\\d{4}-[a-z0-9-]+\\.md)\\)");

  @Test
  void everyNoteIsInTheIndexOnceAndInOrder() throws IOException {
    List<String> notes;
    try (Stream<Path> files = Files.list(NOTES)) {
      notes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.equals("README.md"))
              .sorted()
              .toList();
    }

    List<String> listed =
        LINK.matcher(Files.readString(NOTES.resolve("README.md")))
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();

    assertThat(listed).isEqualTo(notes);
  }
}
