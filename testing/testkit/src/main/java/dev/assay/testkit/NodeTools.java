package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The npm packages of a module's {@code src/test/node}, installed once for each lock file below
 * {@code target}, and the scripts that use them.
 */
public final class NodeTools {

  private static final Path SOURCE = Path.of("src/test/node");
  private static final int MINUTES_MAX = 3;

  private final Path directory;

  private NodeTools(Path directory) {
    this.directory = directory;
  }

  /** What a script printed on both streams, and how it ended. */
  public record Ran(int exitCode, String output) {}

  /** The tools, installed by {@code npm ci} when they are not. */
  public static NodeTools install() throws IOException, InterruptedException {
    byte[] lock = Files.readAllBytes(SOURCE.resolve("package-lock.json"));
    Path directory =
        Files.createDirectories(
            Path.of("target", "node", Digests.sha256Hex(lock).substring(0, 16)));
    NodeTools tools = new NodeTools(directory);
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("install.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      try (var files = Files.newDirectoryStream(SOURCE)) {
        for (Path file : files) {
          Files.copy(
              file, directory.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      Path done = directory.resolve("installed");
      if (!Files.exists(done)) {
        Ran ran =
            tools.run(
                List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"), new byte[0]);
        assertThat(ran.exitCode())
            .as("expected npm ci to install, found %s; these tests need node and npm", ran.output())
            .isZero();
        Files.createFile(done);
      }
    }
    return tools;
  }

  /** Where Node finds the libraries. */
  public Path modules() {
    return directory.resolve("node_modules").toAbsolutePath();
  }

  /** Runs the script {@code name} with {@code input} on its standard input. */
  public Ran script(String name, byte[] input) throws IOException, InterruptedException {
    return run(List.of("node", name), input);
  }

  private Ran run(List<String> command, byte[] input) throws IOException, InterruptedException {
    Path in = Files.write(Files.createTempFile(directory, "in", ""), input);
    Path out = Files.createTempFile(directory, "out", "");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectInput(in.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      try {
        assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    } finally {
      Files.delete(in);
      Files.delete(out);
    }
  }
}
