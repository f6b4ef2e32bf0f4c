package dev.assay.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The {@code assay} command in a JVM of its own; its output goes to a file. */
final class Child implements AutoCloseable {

  private static final String MAIN = "dev.assay.cli.AssayMain";

  /** Small and quick to start: what these tests need, on machines that are busy. */
  static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx512m",
          "-Dassay.worker.options=-XX:TieredStopAtLevel=1");

  private static final int LAST_LINES = 30;
  private static final int LINE_CHARS = 300;
  private static final Set<Child> RUNNING = ConcurrentHashMap.newKeySet();

  private final Process process;
  private final Path output;

  private Child(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts {@code assay <arguments>}; {@code output} gets what it prints, after what is there. */
  static Child start(Path output, String... arguments) throws IOException {
    return start(FLAGS, output, arguments);
  }

  static Child start(List<String> flags, Path output, String... arguments) throws IOException {
    return start(flags, Map.of(), output, arguments);
  }

  /** The same, with more in its environment. */
  static Child start(
      List<String> flags, Map<String, String> environment, Path output, String... arguments)
      throws IOException {
    return start(MAIN, flags, environment, output, arguments);
  }

  /** Starts another main class. */
  static Child start(
      String main,
      List<String> flags,
      Map<String, String> environment,
      Path output,
      String... arguments)
      throws IOException {
    return start(
        main, StartCache.use(flags), StartCache.CLASS_PATH, environment, output, arguments);
  }

  /** Starts {@code assay up} with {@code classPath} and no cache, so that one can be made. */
  static Child startTraining(List<String> flags, String classPath, Path output, Path data)
      throws IOException {
    return start(
        MAIN,
        flags,
        classPath,
        Map.of(),
        output,
        "up",
        "--port",
        "0",
        "--data-dir",
        data.toString());
  }

  /**
   * The command line of {@code assay <arguments>}, for others to start with {@link #environment}.
   */
  static List<String> line(String... arguments) {
    return line(MAIN, StartCache.use(FLAGS), arguments);
  }

  private static List<String> line(String main, List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add(main);
    command.addAll(List.of(arguments));
    return command;
  }

  /** What {@link #line} needs in its environment. */
  static Map<String, String> environment() {
    return Map.of("CLASSPATH", StartCache.CLASS_PATH);
  }

  private static Child start(
      String main,
      List<String> flags,
      String classPath,
      Map<String, String> environment,
      Path output,
      String... arguments)
      throws IOException {
    List<String> command = line(main, flags, arguments);
    Map<String, String> all = new HashMap<>(environment);
    all.put("CLASSPATH", classPath);
    return start(command, all, output);
  }

  /**
   * Starts {@code assay <arguments>} by the script {@code assay}, as a user does, from what was
   * built.
   *
   * @param options further ones of its JVM
   */
  static Child startInstalled(Path script, List<String> options, Path output, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of("ASSAY_KEEP_BUILD", "1", "ASSAY_JAVA_OPTIONS", String.join(" ", options));
    return start(command, environment, output);
  }

  private static Child start(List<String> command, Map<String, String> environment, Path output)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
    builder.environment().putAll(environment);
    Child child = new Child(builder.start(), output);
    RUNNING.add(child);
    Runtime.getRuntime().addShutdownHook(new Thread(child::kill));
    return child;
  }

  /** The end of what each child that was not killed printed, for a test that gives up. */
  static String lastWords() {
    StringBuilder words = new StringBuilder();
    for (Child child : RUNNING) {
      words.append("\n--- ").append(child.output.getFileName());
      words.append(child.alive() ? ", runs:\n" : ", ended:\n");
      try {
        List<String> lines = child.output().lines().toList();
        for (String line : lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())) {
          words.append(line, 0, Math.min(line.length(), LINE_CHARS)).append('\n');
        }
      } catch (IOException e) {
        words.append("its output cannot be read: ").append(e).append('\n');
      }
    }
    return words.toString();
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** The last line of the output so far that starts with {@code prefix}, without it. */
  Optional<String> printed(String prefix) throws IOException {
    return Files.readString(output, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .reduce((_, last) -> last);
  }

  /** The calls of the service {@code role} that it is, once it answers that it is ready. */
  Api ready(String role) {
    String url =
        Await.value(
            role + " is up",
            () -> {
              if (!alive()) {
                throw new AssertionError(role + " ended: " + output());
              }
              return printed(role + " is up on ");
            });
    Api api = new Api(url, null);
    Await.until(role + " is ready", () -> api.get("/readyz").status() == 200);
    return api;
  }

  String output() throws IOException {
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  /** The exit code, when the command ends by itself. */
  int exitCode() throws IOException, InterruptedException {
    if (!process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      kill();
      throw new AssertionError("expected the command to end; it printed: " + output());
    }
    RUNNING.remove(this);
    return process.exitValue();
  }

  /** The processes that it began and that are still there. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** Ends it as {@code kill -9} does and waits until it is gone. */
  void kill() {
    RUNNING.remove(this);
    process.destroyForcibly();
    boolean interrupted = false;
    while (true) {
      try {
        var _ = process.waitFor();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks it to stop, as a signal of an operator does. */
  void stop() throws IOException, InterruptedException {
    process.destroy();
    var _ = exitCode();
  }

  @Override
  public void close() {
    kill();
  }
}
