package dev.assay.agencyverify.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Starts the command as a process of its own, watches and ends it. */
final class ChildJvm {

  private static final int WAIT_SECONDS = 90;

  private ChildJvm() {}

  /** The command on {@code agency}, with SIGINT as a terminal gives it. */
  static Process verify(AgencyFixture agency, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                CommandMain.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(agency.environment);
    return builder.start();
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    var _ = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  /** Waits until {@code condition} holds; answers whether it came to. */
  static boolean eventually(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      var _ = never.await(5, TimeUnit.MILLISECONDS);
    }
    return true;
  }

  /** Command lines of living processes that contain {@code marker}. */
  static List<String> running(String marker) {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        String line = commandLine(process);
        if (line.contains(marker)) {
          found.add(line.replace('\0', ' '));
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return found;
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(
          process.resolve("cmdline"), java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it ended meanwhile
    }
  }
}
