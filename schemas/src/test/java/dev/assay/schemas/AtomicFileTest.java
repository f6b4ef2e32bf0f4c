package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir private Path directory;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theNewContentIsInThePlaceOfTheOldAndNothingElseIsThere() throws Exception {
    Path file = directory.resolve("state");
    AtomicFile.replace(file, bytes("one"));

    AtomicFile.replace(file, bytes("two"));

    assertThat(file).hasContent("two");
    assertThat(names()).containsExactly("state");
  }

  @Test
  void aLinkIsReplacedAndNotWhatItLeadsTo() throws Exception {
    Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "kept");
    Path link = Files.createSymbolicLink(directory.resolve("link"), elsewhere);

    AtomicFile.replace(link, bytes("new"));

    assertThat(elsewhere).hasContent("kept");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(link).hasContent("new");
  }

  @Test
  void whatCannotBeReplacedStaysAndNoDraftIsLeft() throws Exception {
    Path taken = directory.resolve("taken");
    Files.createDirectories(taken.resolve("inside"));

    assertThatThrownBy(() -> AtomicFile.replace(taken, bytes("new")))
        .isInstanceOf(IOException.class);

    assertThat(taken.resolve("inside")).isDirectory();
    assertThat(names()).containsExactly("taken");
  }

  @Test
  void aFileForItsOwnerIsNeverReadableForOthers() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "readable");

    AtomicFile.replace(
        file,
        bytes("secret"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
