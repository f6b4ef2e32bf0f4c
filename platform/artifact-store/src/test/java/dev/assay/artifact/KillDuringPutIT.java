package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KillDuringPutIT {

  private static final int ROUNDS = 3;
  private static final int PUTS_BEFORE_KILL = 60;
  private static final int SIGKILL_EXIT = 137;

  @TempDir private Path root;

  @Test
  void aProcessKilledWhilePuttingLeavesOnlyWholeObjectsAndLosesNothingAcknowledged()
      throws Exception {
    List<String> acknowledged = new ArrayList<>();
    List<String> derived = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (String line : putUntilKilled(round)) {
        if (line.startsWith(PutLoop.DERIVED)) {
          derived.add(line.substring(PutLoop.DERIVED.length()));
        } else {
          acknowledged.add(line);
        }
      }
    }

    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * PUTS_BEFORE_KILL / 2);
    assertThat(derived).hasSizeGreaterThanOrEqualTo(ROUNDS * PUTS_BEFORE_KILL / 2 - 1);
    List<Path> objects = objects();
    for (Path object : objects) {
      assertThat(Digests.sha256Hex(Files.readAllBytes(object)))
          .isEqualTo(object.getFileName().toString());
    }
    assertThat(objects).extracting(p -> p.getFileName().toString()).containsAll(acknowledged);
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      for (String sha256 : acknowledged) {
        assertRead(store, sha256, "text/plain");
      }
      for (String sha256 : derived) {
        assertRead(store, sha256, "application/json");
      }
    }
  }

  private static void assertRead(ArtifactStore store, String sha256, String mediaType)
      throws Exception {
    assertThat(store.find(sha256).orElseThrow().mediaType()).isEqualTo(mediaType);
    try (InputStream in = store.open(sha256)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemovedOnceItIsOld() throws Exception {
    Path temps = Files.createDirectories(root.resolve("tmp"));
    Path left = Files.writeString(temps.resolve("left-by-a-dead-process"), "half");
    Path fresh = Files.writeString(temps.resolve("of-a-live-process"), "half");
    Files.setLastModifiedTime(
        left, FileTime.from(Instant.now().minus(ArtifactLimits.TEMP_AGE_MAX).minusSeconds(1)));

    DirectoryArtifactStore.open(root).close();

    assertThat(left).doesNotExist();
    assertThat(fresh).exists();
  }

  /** What a child process printed before SIGKILL ended it. */
  private List<String> putUntilKilled(int seed) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PutLoop.class.getName(),
                root.toString(),
                Integer.toString(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out = child.inputReader()) {
      String line = out.readLine();
      while (line != null) {
        if (line.length() == Digests.HEX_CHARS
            || line.length() == PutLoop.DERIVED.length() + Digests.HEX_CHARS) {
          lines.add(line);
        }
        if (lines.size() == PUTS_BEFORE_KILL) {
          child.toHandle().destroyForcibly();
        }
        line = out.readLine();
      }
    }
    assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).isEqualTo(SIGKILL_EXIT);
    return lines;
  }

  private List<Path> objects() throws Exception {
    try (Stream<Path> files = Files.walk(root.resolve("sha256"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".type"))
          .toList();
    }
  }
}
