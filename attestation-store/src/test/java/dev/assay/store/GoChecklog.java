package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program {@code src/test/go/checklog.go}, which reads logs with {@code sumdb/note} and {@code
 * sumdb/tlog} of golang.org/x/mod as Debian packages them.
 */
final class GoChecklog {

  /** The program's text. */
  static final Path SOURCE = Path.of("src", "test", "go", "checklog.go");

  private static final Path PACKAGES = Path.of("/usr/share/gocode");
  private static final int BUILD_SECONDS_MAX = 120;
  private static final int RUN_SECONDS_MAX = 30;

  private final Path directory;

  private GoChecklog(Path directory) {
    this.directory = directory;
  }

  /** What a run printed on both streams, and how it ended. */
  record Ran(int exitCode, String output) {}

  /** What Go's tool needs to be told so that it writes nothing but into {@code directory}. */
  static Map<String, String> environment(Path directory) {
    return Map.of(
        "GO111MODULE", "off",
        "GOPATH", PACKAGES.toString(),
        "GOCACHE", directory.resolve("cache").toString(),
        "GOENV", "off",
        "GOFLAGS", "",
        "GOTOOLCHAIN", "local",
        "CGO_ENABLED", "0");
  }

  /** Says which package is missing. */
  static void require() throws IOException {
    assertThat(VerifyWithoutUsTest.onPath("go"))
        .as("go is on the PATH; install it: apt-get install golang-go")
        .isTrue();
    assertThat(PACKAGES.resolve("src/golang.org/x/mod/sumdb/tlog"))
        .as("install it: apt-get install golang-golang-x-mod-dev")
        .isDirectory();
  }

  /** The program, built in {@code directory}, where it also runs. */
  static GoChecklog build(Path directory) throws IOException, InterruptedException {
    require();
    Path source = Files.copy(SOURCE, directory.resolve(SOURCE.getFileName()));
    GoChecklog program = new GoChecklog(directory);
    Ran built =
        program.ended(List.of("go", "build", source.getFileName().toString()), BUILD_SECONDS_MAX);
    assertThat(built.exitCode()).as(built.output()).isZero();
    return program;
  }

  /** Where it runs. */
  Path directory() {
    return directory;
  }

  /** Runs it with {@code arguments}. */
  Ran run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(directory.resolve("checklog").toString()));
    command.addAll(List.of(arguments));
    return ended(command, RUN_SECONDS_MAX);
  }

  private Ran ended(List<String> command, int secondsMax) throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, "out", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment(directory));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(secondsMax, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ran(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }
}
