package dev.assay.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One {@code assay up} for the classes of {@link OneSystemIT}, which want a system as it comes, and
 * neither kill nor configure it: each has work items and event ids of its own, and asserts nothing
 * about what else there is. It may be stopped and started again.
 */
final class SharedUp {

  private static @Nullable UpSystem shared;

  private SharedUp() {}

  /** The system, which runs; it is started for the first who asks, and ends with this JVM. */
  static synchronized UpSystem system() throws IOException {
    UpSystem running = shared;
    if (running == null) {
      Path home = Files.createTempDirectory("assay-shared");
      UpSystem system = UpSystem.unconfigured(home.resolve("data"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(system, home)));
      running = system;
      shared = running;
    }
    if (running.reachable() == null) {
      return running.start();
    }
    return running;
  }

  /** The command that serves tools for its agent on standard input and output, and its options. */
  static List<String> mcp(Path root) throws IOException {
    UpSystem system = system();
    return Child.line(
        "mcp",
        "--root",
        root.toString(),
        "--url",
        system.api().url(),
        "--token-file",
        system.directory().resolve("tokens/agent").toString());
  }

  /** Stops it, when it runs. */
  static synchronized void close() {
    if (shared != null) {
      shared.close();
    }
  }

  private static void end(UpSystem system, Path home) {
    system.close();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
