package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The code blocks of a document, and a shell that runs them as printed.
 *
 * @param page the document
 * @param directory where its reader is
 */
public record DocumentCommands(Path page, Path directory) {

  private static final int SECONDS_MAX = 120;

  /** What the commands printed, and how they ended. */
  public record Outcome(int exitCode, String output) {}

  /** The contents of the blocks marked {@code language}, in order. */
  public List<String> blocks(String language) throws IOException {
    List<String> blocks =
        Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$")
            .matcher(Files.readString(page))
            .results()
            .map(block -> block.group(1).strip())
            .toList();
    assertThat(blocks).isNotEmpty();
    return blocks;
  }

  /** Runs {@code commands}, of which the first that fails is the last. */
  public Outcome run(String commands, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-c", "set -euo pipefail\n" + commands)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    bash.environment().putAll(environment);
    Process process = bash.start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }
}
