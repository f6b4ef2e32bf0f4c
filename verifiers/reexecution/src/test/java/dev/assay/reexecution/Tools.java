package dev.assay.reexecution;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Tools of this machine; a test that needs one that is not there says so. */
final class Tools {

  private Tools() {}

  /** What a command prints, without blanks around; empty when it fails or is not there. */
  static Optional<String> output(Path directory, String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      return Optional.empty();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    process.getInputStream().transferTo(out);
    return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0
        ? Optional.of(out.toString(StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }

  /** The last line that a shell prints; it must not fail. */
  static String sh(Path directory, String text) throws Exception {
    return output(directory, "sh", "-ec", text)
        .orElseThrow(() -> new AssertionError("expected to run " + text))
        .lines()
        .reduce("", (_, line) -> line);
  }

  /** The lines that {@code command} prints; the test ends as skipped when there are none. */
  static List<String> need(String tool, String... command) throws Exception {
    Optional<String> found = output(Path.of("/"), command);
    assumeTrue(found.isPresent(), "this host has no " + tool);
    return found.orElseThrow().lines().toList();
  }
}
