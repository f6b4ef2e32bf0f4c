package dev.assay.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTreeTest {

  private static final int DEPTH = 300;
  private static final String LONG_NAME = "d".repeat(200);

  @TempDir private Path directory;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(directory.resolve("root"));
  }

  @Test
  void aTreeThatIsDeeperThanAnyPathMayBeLongIsRemoved() throws IOException {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Files.writeString(inner.resolve("file"), "x");
    for (int depth = 0; depth < DEPTH; depth++) {
      Path outer = Files.createDirectory(directory.resolve("outer"));
      Files.move(inner, outer.resolve(LONG_NAME));
      Files.move(outer, inner);
    }
    Files.move(inner, root.resolve("deep"));

    ScratchTree.delete(root);

    assertThat(root).doesNotExist();
  }

  @Test
  void whatALinkPointsAtStays() throws IOException {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "kept");
    Files.createSymbolicLink(Files.createDirectory(root.resolve("a")).resolve("link"), outside);
    Files.createSymbolicLink(root.resolve("link"), outside);

    ScratchTree.delete(root);

    assertThat(root).doesNotExist();
    assertThat(outside.resolve("kept")).hasContent("kept");
  }

  @Test
  void rightsThatAScriptTookAwayAreTakenBack() throws IOException {
    Path closed = Files.createDirectories(root.resolve("closed/inside"));
    Files.writeString(closed.resolve("file"), "x");
    for (Path path : new Path[] {closed, root.resolve("closed")}) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
    }

    ScratchTree.delete(root);

    assertThat(root).doesNotExist();
  }

  @Test
  void namesThatTheRemovalItselfUsesDoNotStopIt() throws IOException {
    Files.createDirectories(root.resolve("raised-1/raised-0/raised-2"));
    Files.writeString(root.resolve("raised-0"), "x");
    Files.createDirectories(root.resolve("z/y/x"));

    ScratchTree.delete(root);

    assertThat(root).doesNotExist();
  }

  @Test
  void whatIsNotThereIsNoProblem() throws IOException {
    ScratchTree.delete(directory.resolve("nothing"));

    assertThat(directory.resolve("nothing")).doesNotExist();
  }
}
