package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.audit.AuditSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of a log, kept by the command. */
class MirrorTest {

  @Test
  void aCopyThatTheDiskDoesNotTakeSaysSoAndGoesOnWhenItDoes(@TempDir Path directory)
      throws IOException {
    try (TestSystem system = new TestSystem(directory)) {
      system.store.append(AuditSamples.range(0, 300));
      Path copy = Files.createDirectories(directory.resolve("copy"));
      Path occupied = Files.createFile(copy.resolve("tile"));
      String[] mirror = {"log", "mirror", "--once", "--dir", copy.toString()};

      TestSystem.Ran refused = system.run(mirror);
      Files.delete(occupied);

      assertThat(refused.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
      assertThat(refused.errors())
          .contains("[COPY_UNWRITABLE]", copy.toString(), "run the command again");
      assertThat(system.run(mirror).output()).contains("copied 300 entries");
    }
  }

  @Test
  void aLogThatWasSetBackIsToldAndTheCopyStays(@TempDir Path directory) throws IOException {
    Path newer = Files.createDirectories(directory.resolve("newer"));
    Path older = Files.createDirectories(directory.resolve("older"));
    Path copy = directory.resolve("copy");
    String[] mirror = {"log", "mirror", "--once", "--dir", copy.toString()};
    try (TestSystem system = new TestSystem(newer)) {
      system.store.append(AuditSamples.range(0, 300));
      assertThat(system.run(mirror).output()).contains("copied 300 entries");
    }
    Files.copy(newer.resolve("checkpoint.pem"), older.resolve("checkpoint.pem"));
    try (TestSystem system = new TestSystem(older)) {
      for (int size : new int[] {0, 200}) {
        system.store.append(AuditSamples.range((int) system.store.logSize(), size));

        TestSystem.Ran ran = system.run(mirror);

        assertThat(ran.exitCode()).isEqualTo(ExitCode.NEGATIVE);
        assertThat(ran.errors()).contains("[LOG_SHRANK]", "the 300 entries", "found " + size);
      }
      system.store.append(AuditSamples.range(200, 300));
      assertThat(system.run(mirror).output()).contains("current 300 entries");
    }
  }

  @Test
  void aCheckedCopyThatLostABundleIsDamagedAndNotCurrent(@TempDir Path directory)
      throws IOException {
    try (TestSystem system = new TestSystem(directory)) {
      system.store.append(AuditSamples.range(0, 600));
      Path copy = directory.resolve("copy");
      String[] mirror = {"log", "mirror", "--once", "--check", "--dir", copy.toString()};
      assertThat(system.run(mirror).output()).contains("copied 600 entries");
      assertThat(system.run(mirror).output()).contains("current 600 entries");
      Files.delete(copy.resolve("tile/entries/001"));

      TestSystem.Ran ran = system.run(mirror);

      assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
      assertThat(ran.errors()).contains("tile/entries/001", "copy the log again");
    }
  }

  @Test
  void aCopyWhoseKeyIsDamagedNamesTheFile(@TempDir Path directory) throws IOException {
    try (TestSystem system = new TestSystem(directory)) {
      Path copy = Files.createDirectories(directory.resolve("copy"));
      Path pinned = Files.createFile(copy.resolve("log.vkey"));

      TestSystem.Ran ran = system.run("log", "mirror", "--once", "--dir", copy.toString());

      assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
      assertThat(ran.errors()).contains("[CONFIGURATION]", pinned.toString(), "--key");
    }
  }
}
