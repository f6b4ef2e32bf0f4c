package dev.assay.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Decisions;
import dev.assay.cli.host.SystemConfig;
import dev.assay.director.DirectorSection;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.reexecution.ReexecutionProvider;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.worker.WorkerSection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Sends the submissions of {@code demo/fleet.json} through, in order, and prints the decisions. The
 * artifacts beside it were made by real test runners, but for a forged one; {@code demo/README.md}
 * names the commands.
 */
public final class Demo {

  private static final int WAIT_SECONDS_MAX = 60;
  private static final String SOURCE = "assay:demo";

  /** The touched file for which the demo's workspace is run again. */
  private static final String TILL = "till.sh";

  private final ApiClient api;
  private final Path directory;
  private final String round = UUID.randomUUID().toString().substring(0, 8);

  private Demo(ApiClient api, Path directory) {
    this.api = api;
    this.directory = directory;
  }

  /**
   * The configuration with the command that runs the demo's workspace again, before the operator's
   * own; it is for no other workspace.
   */
  public static SystemConfig configured(SystemConfig config) {
    WorkerSection worker = config.worker();
    ObjectNode settings =
        worker.verifiers().get(ReexecutionProvider.TYPE) instanceof ObjectNode own
            ? own.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    ArrayNode commands = JsonNodeFactory.instance.arrayNode().add(command());
    commands.addAll(settings.withArray("commands"));
    settings.set("commands", commands);
    Map<String, JsonNode> verifiers = new HashMap<>(worker.verifiers());
    verifiers.put(ReexecutionProvider.TYPE, settings);
    return config.with(worker.withVerifiers(verifiers), directed(config.director()));
  }

  /** The director's section when the demo runs: the standard policy asks for its command, too. */
  public static DirectorSection directed(DirectorSection section) {
    List<String> patterns =
        new ArrayList<>(Objects.requireNonNullElse(section.reexecution(), List.of()));
    patterns.add(TILL);
    return section.withReexecution(patterns);
  }

  /** The command, with absolute paths to the demo's trusted files. */
  private static JsonNode command() {
    Path directory = directory().toAbsolutePath();
    try {
      JsonNode command = read(directory.resolve("reexecution.json"));
      for (JsonNode overlay : command.path("overlays")) {
        ObjectNode from = (ObjectNode) overlay.path("from");
        from.put("directory", directory.resolve(from.path("directory").asText()).toString());
      }
      return command;
    } catch (IOException e) {
      throw new CommandException("DEMO_MISSING", "expected demo/reexecution.json, found none");
    }
  }

  /** Runs the demo against {@code url} and answers an exit code. */
  public static int run(String url, Path tokenFile, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    Path directory = directory();
    String token = Files.exists(tokenFile) ? Files.readString(tokenFile).strip() : null;
    try (ApiClient api = new ApiClient(url, token)) {
      return new Demo(api, directory).send(out, err);
    }
  }

  private static Path directory() {
    String home = System.getProperty("assay.home", ".");
    Path directory = Path.of(home, "demo");
    if (!Files.exists(directory.resolve("fleet.json"))) {
      throw new CommandException(
          "DEMO_MISSING", "expected demo/fleet.json beside the assay script, found none");
    }
    return directory;
  }

  private int send(PrintWriter out, PrintWriter err) throws IOException, InterruptedException {
    JsonNode fleet = read(directory.resolve("fleet.json")).path("submissions");
    List<JsonNode> decisions = new ArrayList<>();
    boolean asExpected = true;
    int number = 0;
    for (JsonNode submission : fleet) {
      number++;
      err.println(
          "demo "
              + number
              + "/"
              + fleet.size()
              + ": "
              + submission.path("claims").path(0).asText());
      err.flush();
      JsonNode decision = submit(submission);
      decisions.add(decision);
      asExpected &= expected(submission, decision, err);
    }
    out.println();
    Decisions.print(out, decisions);
    out.flush();
    return asExpected ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private static boolean expected(JsonNode submission, JsonNode decision, PrintWriter err) {
    String expected = submission.path("expected").asText();
    String kind = decision.path("kind").asText("none in time");
    if (expected.isEmpty() || expected.equals(kind)) {
      return true;
    }
    if (submission.path("expectedWithoutIsolation").asText().equals(kind) && !isolates()) {
      err.println(
          "demo: this host can isolate nothing, so its workspace was not run; install bubblewrap");
      return true;
    }
    err.println("demo: expected " + expected + ", found " + kind);
    return false;
  }

  private static boolean isolates() {
    return IsolationRequest.AUTO.ask()
            instanceof IsolationRequest.Answer.Granted(Isolation granted, String _)
        && granted != Isolation.NONE;
  }

  private JsonNode submit(JsonNode submission) throws IOException, InterruptedException {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("workItem", "demo-" + round + "/" + submission.path("workItem").asText());
    for (String member : List.of("run", "attempt", "agent", "target", "claims", "requires")) {
      if (submission.has(member)) {
        data.set(member, submission.get(member));
      }
    }
    ArrayNode artifacts = data.putArray("artifacts");
    for (JsonNode artifact : submission.path("artifacts")) {
      artifacts.add(upload(artifact));
    }
    String id =
        "demo-" + round + "-" + submission.path("run").asText() + "-" + submission.path("attempt");
    ObjectNode event = CloudEvents.document(SOURCE, id, data);
    return api.postExecution(event, WAIT_SECONDS_MAX).body().path("decision");
  }

  private ObjectNode upload(JsonNode artifact) throws IOException, InterruptedException {
    Path file = directory.resolve(artifact.path("path").asText());
    JsonNode stored = api.putArtifact(file, artifact.path("mediaType").asText());
    ObjectNode ref = JsonNodeFactory.instance.objectNode();
    ref.set("role", artifact.get("role"));
    ref.set("sha256", stored.get("sha256"));
    ref.set("size", stored.get("size"));
    ref.set("mediaType", stored.get("mediaType"));
    if (artifact.has("producer")) {
      ref.set("producer", artifact.get("producer"));
    }
    return ref;
  }

  private static JsonNode read(Path file) throws IOException {
    return switch (Json.tree(Files.readAllBytes(file))) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new CommandException(rejection.code().name(), file + ": " + rejection.detail());
    };
  }
}
