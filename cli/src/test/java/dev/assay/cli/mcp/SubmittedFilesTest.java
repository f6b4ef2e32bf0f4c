package dev.assay.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent may hand in by its path, and what it learns of the rest of the machine. */
class SubmittedFilesTest {

  @TempDir private Path directory;
  private SubmittedFiles files = SubmittedFiles.NONE;

  @BeforeEach
  void aRootBesideASecret() throws Exception {
    Files.writeString(directory.resolve("secret"), "s");
    Path root = directory.resolve("root");
    Files.createDirectories(root.resolve("sub"));
    Files.writeString(root.resolve("sub/report.xml"), "<testsuites/>");
    Files.createSymbolicLink(root.resolve("to-secret"), directory.resolve("secret"));
    Files.createSymbolicLink(root.resolve("to-nothing"), directory.resolve("nothing"));
    Files.createSymbolicLink(root.resolve("out"), directory);
    files = new SubmittedFiles(root);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sub/report.xml", "sub/../sub/report.xml", "./sub/report.xml"})
  void aFileBelowTheRootIsTaken(String path) throws Exception {
    assertThat(files.file(path)).hasContent("<testsuites/>");
    assertThat(files.file(directory.resolve("root").resolve(path).toString()))
        .isEqualTo(directory.resolve("root/sub/report.xml").toRealPath());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "../nothing",
        "../nothing/deeper",
        "/etc/passwd",
        "/nothing/there",
        "to-secret",
        "to-nothing",
        "out/secret",
        "out/nothing",
        "sub/../../nothing"
      })
  void whatIsOutsideIsNotToldFromWhatIsNotThere(String path) {
    assertThatThrownBy(() -> files.file(path))
        .isInstanceOfSatisfying(
            CommandException.class,
            refused -> assertThat(refused.code()).isEqualTo("PATH_NOT_ALLOWED"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none.xml", "sub", "none/deeper", "none/../sub/none"})
  void whatIsNoFileBelowTheRootIsUnreadable(String path) {
    assertThatThrownBy(() -> files.file(path))
        .isInstanceOfSatisfying(
            CommandException.class,
            refused -> assertThat(refused.code()).isEqualTo("FILE_UNREADABLE"));
  }

  @Test
  void withoutARootNoPathIsTaken() {
    assertThatThrownBy(() -> SubmittedFiles.NONE.file("sub/report.xml"))
        .isInstanceOfSatisfying(
            CommandException.class,
            refused -> assertThat(refused.code()).isEqualTo("PATH_NOT_ALLOWED"));
  }
}
