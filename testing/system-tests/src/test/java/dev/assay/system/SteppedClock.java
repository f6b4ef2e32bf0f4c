package dev.assay.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The clock of a system's processes, which a test steps while they run: libfaketime between the
 * processes and the kernel, told by a file. Monotonic time goes on as it does when somebody sets a
 * clock, and so do the times of files.
 */
final class SteppedClock {

  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

  private final Path file;
  private Duration behind = Duration.ZERO;

  /** A clock that is right, told by a file in {@code directory}. */
  SteppedClock(Path directory) throws IOException {
    this.file = directory.resolve("clock");
    tell();
  }

  /** What a process needs in its environment to go by this clock. */
  Map<String, String> environment() {
    Path library =
        LIBRARIES.stream()
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() ->
                new AssertionError(
                    "expected libfaketime; install it: apt-get install libfaketime"));
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "FAKETIME_FORCE_MONOTONIC_FIX", "0", // else waits of a JVM end at once
        "NO_FAKE_STAT", "1");
  }

  /** Sets it back; the processes see it within a second. */
  void setBack(Duration by) throws IOException {
    behind = behind.plus(by);
    tell();
  }

  private void tell() throws IOException {
    Path next = Files.writeString(file.resolveSibling("clock.next"), "-" + behind.toSeconds());
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
