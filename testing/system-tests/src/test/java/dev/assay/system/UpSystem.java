package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.broker.ClientFiles;
import dev.assay.cli.InProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code assay up} over one data directory, started, killed and started again. Unless the test has
 * put a configuration there it sends no canaries, whose first round costs as much processor time as
 * a quarter of a start.
 */
final class UpSystem implements AutoCloseable {

  /** A line of configuration, for tests that have one of their own. */
  static final String NO_CANARIES = "canary: {intervalSeconds: 0}\n";

  /** Starts the command with arguments. */
  @FunctionalInterface
  private interface Launcher {
    Child start(Path output, String... arguments) throws IOException;
  }

  private final List<String> flags;
  private final Map<String, String> environment;
  private final Launcher launcher;
  private final Path directory;
  private final Path output;
  private final boolean asItComes;
  private @Nullable Child child;
  private volatile @Nullable Api api;

  UpSystem(Path directory) {
    this(directory, Child.FLAGS);
  }

  /** A system that is not started; its JVM gets {@code flags}. */
  UpSystem(Path directory, List<String> flags) {
    this(directory, flags, Map.of());
  }

  /** One that besides has {@code environment}. */
  UpSystem(Path directory, List<String> flags, Map<String, String> environment) {
    this(
        directory,
        flags,
        environment,
        (output, arguments) -> Child.start(flags, environment, output, arguments),
        false);
  }

  private UpSystem(
      Path directory,
      List<String> flags,
      Map<String, String> environment,
      Launcher launcher,
      boolean asItComes) {
    this.asItComes = asItComes;
    this.flags = List.copyOf(flags);
    this.environment = Map.copyOf(environment);
    this.launcher = launcher;
    this.directory = directory;
    this.output = directory.resolveSibling(directory.getFileName() + ".out");
  }

  /**
   * A system that {@code ./assay up} starts from what was built, with its caches and settings.
   *
   * @param options further ones of its JVM
   */
  static UpSystem installed(Path directory, List<String> options) {
    return new UpSystem(
        directory,
        options,
        Map.of(),
        (output, arguments) ->
            Child.startInstalled(Path.of("assay").toAbsolutePath(), options, output, arguments),
        true);
  }

  /** A system without any configuration, as a user has it first. */
  static UpSystem unconfigured(Path directory) {
    return new UpSystem(
        directory,
        Child.FLAGS,
        Map.of(),
        (output, arguments) -> Child.start(Child.FLAGS, Map.of(), output, arguments),
        true);
  }

  /** Starts it and waits until it is ready. */
  UpSystem start() throws IOException {
    Files.createDirectories(directory);
    Path configuration = directory.resolve("assay.yaml");
    if (!asItComes && !Files.exists(configuration)) {
      Files.writeString(configuration, NO_CANARIES);
    }
    Files.deleteIfExists(directory.resolve("url"));
    Child started = launcher.start(output, "up", "--port", "0", "--data-dir", directory.toString());
    child = started;
    String url =
        Await.value(
            "assay up names its address; see " + output,
            () -> {
              if (!started.alive()) {
                throw new AssertionError("assay up ended: " + started.output());
              }
              return text("url");
            });
    Api opened = new Api(url, text("tokens/operator").orElseThrow());
    api = opened;
    Await.until("GET /readyz answers 200", () -> opened.get("/readyz").status() == 200);
    return this;
  }

  /**
   * Starts it so that it dies when its director has put that many states and not yet sent what they
   * give, and tells {@code reachable} its address meanwhile. Returns when it is dead.
   */
  void dieBetweenStateAndOutput(int states, Consumer<Api> reachable) throws IOException {
    Files.deleteIfExists(directory.resolve("url"));
    Child started =
        Child.start(
            FragileUp.class.getName(),
            flags,
            environment,
            output,
            directory.toString(),
            Integer.toString(states));
    child = started;
    Await.until(
        "the process dies between a state and its output; see " + output,
        () -> {
          Optional<String> url = text("url");
          if (api == null && url.isPresent()) {
            Api opened = new Api(url.get(), text("tokens/operator").orElseThrow());
            api = opened;
            reachable.accept(opened);
          }
          return !started.alive();
        });
    kill();
  }

  Path directory() {
    return directory;
  }

  long pid() {
    if (child == null) {
      throw new IllegalStateException("expected a started system");
    }
    return child.pid();
  }

  /** The process in which it verifies. */
  ProcessHandle worker() {
    return Await.value(
        "the system has a worker",
        () ->
            ProcessHandle.of(pid())
                .orElseThrow()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("WorkerMain"))
                .findFirst());
  }

  Api api() {
    if (api == null) {
      throw new IllegalStateException("expected a started system");
    }
    return api;
  }

  /** Where to send; null while it is not started. */
  @Nullable Api reachable() {
    return api;
  }

  /** The topics as the admin of its broker reads and writes them. */
  Records records() throws IOException {
    return records(ClientFiles.ADMIN);
  }

  /** The topics as {@code user} may read and write them. */
  Records records(String user) throws IOException {
    return new Records(bootstrap(), client(user));
  }

  /** The settings with which {@code user} connects to its broker. */
  Map<String, String> client(String user) throws IOException {
    return ClientFiles.of(directory.resolve("kafka")).client(user);
  }

  /** The broker's address. */
  String bootstrap() throws IOException {
    return text("bootstrap").orElseThrow();
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    if (child != null) {
      child.kill();
      child = null;
    }
    if (api != null) {
      api.close();
      api = null;
    }
  }

  /** How it ended, once it has ended by itself. */
  Command ended() throws IOException, InterruptedException {
    if (child == null) {
      throw new IllegalStateException("expected a started system");
    }
    return new Command(child.exitCode(), child.output());
  }

  /** Stops it as an operator does. */
  void stop() throws IOException, InterruptedException {
    if (child != null) {
      child.stop();
    }
    kill();
  }

  /** Runs a client command against it, in this process. */
  Command command(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(
        List.of(
            "--url", api().url(), "--token-file", directory.resolve("tokens/operator").toString()));
    return run(arguments);
  }

  /** Runs a command on its data directory, in this process. */
  Command local(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--data-dir", directory.toString()));
    return run(arguments);
  }

  private static Command run(List<String> arguments) {
    StringWriter printed = new StringWriter();
    int code = InProcess.run(arguments, printed);
    return new Command(code, printed.toString());
  }

  /** The link to the console that it printed. */
  String consoleLink() throws IOException {
    String console = "  console  ";
    return Files.readAllLines(output).stream()
        .filter(line -> line.startsWith(console))
        .findFirst()
        .orElseThrow()
        .substring(console.length());
  }

  /** What a client command did. */
  record Command(int exitCode, String output) {}

  /** Uploads {@code report} and submits it, waiting for the decision. */
  JsonNode submit(String eventId, String workItem, String report)
      throws IOException, InterruptedException {
    Api.Answer stored = api().put(report, "application/xml");
    if (stored.status() != 201 && stored.status() != 200) {
      throw new AssertionError("expected to store a report, found " + stored);
    }
    Api.Answer answer =
        api()
            .post(
                Api.EVENT,
                Samples.event(eventId, Samples.dataOf(workItem, report)).toString(),
                "?wait=100");
    if (answer.status() != 200) {
      throw new AssertionError("expected a decision on " + eventId + ", found " + answer);
    }
    return answer.json().path("decision");
  }

  /** The work item once the store shows as many decisions and attestations. */
  JsonNode workItem(String id, int decisions, int attestations) {
    return Await.value(
        id + " has " + decisions + " decisions and " + attestations + " attestations",
        () -> {
          JsonNode item = api().json("/v1/work-items/" + id);
          return item.path("decisions").size() == decisions
                  && item.path("attestations").size() == attestations
              ? Optional.of(item)
              : Optional.empty();
        });
  }

  /** What attestation {@code id} states, once the store shows it. */
  JsonNode statement(String id) {
    JsonNode envelope =
        Await.value(
            "attestation " + id,
            () -> {
              Api.Answer answer = api().get("/v1/attestations/" + id);
              return answer.status() == 200 ? Optional.of(answer.json()) : Optional.empty();
            });
    byte[] payload = Base64.getDecoder().decode(envelope.path("payload").asText());
    return new Api.Answer(200, new String(payload, StandardCharsets.UTF_8)).json();
  }

  private Optional<String> text(String file) throws IOException {
    Path path = directory.resolve(file);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    String text = Files.readString(path, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /** Ends it and its worker, which writes artifacts until it sees that it is alone. */
  @Override
  public void close() {
    List<ProcessHandle> workers = child == null ? List.of() : child.descendants();
    kill();
    for (ProcessHandle worker : workers) {
      worker.onExit().orTimeout(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
  }
}
