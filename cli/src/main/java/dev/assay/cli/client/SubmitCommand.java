package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceData;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Uploads artifacts, posts one execution or record of evidence and can wait for the decision. */
@Command(
    name = "submit",
    description =
        "Upload artifacts, post an execution event or a record of evidence, and wait for the"
            + " decision.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 promoted (with --wait 0: accepted), 1 failed, 2 inconclusive, undecided in time or"
            + " waiting for a person, 3 operational error")
public final class SubmitCommand implements Callable<Integer> {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(names = "--work-item", required = true, paramLabel = "ID", description = "the work item")
  private String workItem = "";

  @Option(names = "--run", paramLabel = "ID", description = "the run (default: the event id)")
  private @Nullable String run;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      defaultValue = "1",
      description = "the attempt (default: 1)")
  private int attempt;

  @Option(
      names = "--fleet",
      paramLabel = "ID",
      defaultValue = "default",
      description = "the agent's fleet (default: default)")
  private String fleet = "";

  @Option(
      names = "--agent",
      paramLabel = "ID",
      defaultValue = "cli",
      description = "the agent (default: cli)")
  private String agent = "";

  @Option(names = "--model", paramLabel = "NAME", description = "the agent's model")
  private @Nullable String model;

  @Option(
      names = "--artifact",
      paramLabel = "ROLE=FILE[:TYPE]",
      description = "an artifact with its role; repeatable")
  private List<String> artifacts = List.of();

  @Option(
      names = "--provenance",
      paramLabel = "FILE",
      description = "a signed document that vouches for artifacts")
  private @Nullable Path provenance;

  @Option(
      names = "--evidence",
      description = "vouch for the artifacts as who did not do the work; needs the role evidence")
  private boolean evidence;

  @Option(
      names = "--command",
      paramLabel = "TEXT",
      description = "the command that made the artifacts")
  private @Nullable String command;

  @Option(names = "--exit-code", paramLabel = "N", description = "that command's exit code")
  private @Nullable Integer exitCode;

  @Option(names = "--claim", paramLabel = "TEXT", description = "what the agent claims; repeatable")
  private List<String> claims = List.of();

  @Option(
      names = "--require",
      paramLabel = "VERIFIER",
      description = "a verifier that must pass; repeatable")
  private List<String> requires = List.of();

  @Option(
      names = "--suggest",
      paramLabel = "VERIFIER",
      description = "a verifier to consider; repeatable")
  private List<String> suggests = List.of();

  @Option(
      names = "--hint",
      paramLabel = "HINT",
      description =
          "what makes the director stricter, such as preference-missing or security-boundary;"
              + " repeatable")
  private List<String> hints = List.of();

  @Option(names = "--repository", paramLabel = "URI", description = "the repository worked on")
  private @Nullable String repository;

  @Option(names = "--commit", paramLabel = "HASH", description = "the commit worked on")
  private @Nullable String commit;

  @Option(
      names = "--ground-truth",
      paramLabel = "NAME",
      description = "name of a ground truth of the workers")
  private @Nullable String groundTruth;

  @Option(
      names = "--risk",
      paramLabel = "LEVEL",
      completionCandidates = Choices.Risks.class,
      description = "low, medium or high")
  private @Nullable String risk;

  @Option(
      names = "--max-verify-retries",
      paramLabel = "N",
      description = "retries after a failure (default: the policy's)")
  private @Nullable Integer maxVerifyRetries;

  @Option(
      names = "--event-id",
      paramLabel = "ID",
      description = "the CloudEvents id (default: a fresh one)")
  private @Nullable String eventId;

  @Option(
      names = "--source",
      paramLabel = "URI",
      defaultValue = "assay:cli",
      description = "the CloudEvents source (default: assay:cli)")
  private String source = "";

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "how long to wait for the decision (default: 60; 0: do not wait)")
  private int waitSeconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (waitSeconds < 0) {
      throw new ParameterException(
          spec.commandLine(), "expected --wait of 0 or more seconds, found " + waitSeconds);
    }
    requireNothingOfWork();
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      String id = eventId == null ? UUID.randomUUID().toString() : eventId;
      ObjectNode event =
          evidence
              ? CloudEvents.document(source, id, vouched(api)).put("type", EvidenceData.TYPE)
              : CloudEvents.document(source, id, data(api, id));
      CloudEvents.traced(event, System.getenv(TraceContext.VARIABLE));
      return print(out, decided(api, event).body());
    }
  }

  private ApiClient.Answer decided(ApiClient api, ObjectNode event)
      throws IOException, InterruptedException {
    try (Waiting _ =
        Waiting.begin(
            spec.commandLine().getErr(),
            "waiting for the decision",
            waitSeconds > 0 && !client.json())) {
      return api.postExecution(event, waitSeconds);
    }
  }

  private ObjectNode data(ApiClient api, String id) throws IOException, InterruptedException {
    ObjectNode data = JSON.objectNode();
    data.put("workItem", workItem);
    data.put("run", run == null ? id : run);
    data.put("attempt", attempt);
    ObjectNode who = data.putObject("agent").put("fleet", fleet).put("id", agent);
    put(who, "model", model);
    if (repository != null || commit != null) {
      ObjectNode target = data.putObject("target");
      put(target, "repository", repository);
      put(target, "commit", commit);
    }
    texts(data, "claims", claims);
    uploaded(api, data.putArray("artifacts"));
    if (provenance != null) {
      data.withArray("artifacts")
          .add(upload(api, ArtifactRole.PROVENANCE.wire(), provenance, null));
    }
    texts(data, "requires", requires);
    texts(data, "suggests", suggests);
    texts(data, "hints", hints);
    put(data, "groundTruth", groundTruth);
    put(data, "risk", risk);
    if (maxVerifyRetries != null) {
      data.put("maxVerifyRetries", maxVerifyRetries);
    }
    return data;
  }

  /** Who vouches says nothing about work: what is required, or how risky it is, is not for him. */
  private void requireNothingOfWork() {
    boolean work =
        Stream.of(claims, requires, suggests, hints).anyMatch(list -> !list.isEmpty())
            || Arrays.asList(run, model, repository, groundTruth, risk, maxVerifyRetries).stream()
                .anyMatch(Objects::nonNull);
    if (evidence && work) {
      throw new ParameterException(
          spec.commandLine(),
          "expected with --evidence only what is vouched for (--work-item, --attempt, --commit,"
              + " --artifact, --provenance), found options of an execution");
    }
  }

  private ObjectNode vouched(ApiClient api) throws IOException, InterruptedException {
    ObjectNode data = JSON.objectNode().put("workItem", workItem).put("attempt", attempt);
    put(data, "commit", commit);
    uploaded(api, data.putArray("artifacts"));
    if (provenance != null) {
      JsonNode document = upload(api, ArtifactRole.PROVENANCE.wire(), provenance, null);
      data.set("provenance", document.get("sha256"));
    }
    return data;
  }

  private void uploaded(ApiClient api, ArrayNode refs) throws IOException, InterruptedException {
    for (String artifact : artifacts) {
      refs.add(upload(api, artifact));
    }
  }

  private ObjectNode upload(ApiClient api, String artifact)
      throws IOException, InterruptedException {
    int equals = artifact.indexOf('=');
    if (equals < 1) {
      throw new ParameterException(
          spec.commandLine(), "expected --artifact ROLE=FILE[:TYPE], found " + artifact);
    }
    String rest = artifact.substring(equals + 1);
    int colon = rest.lastIndexOf(':');
    boolean typed = colon > 0 && rest.indexOf('/', colon) > 0 && !Files.exists(Path.of(rest));
    return upload(
        api,
        artifact.substring(0, equals),
        Path.of(typed ? rest.substring(0, colon) : rest),
        typed ? rest.substring(colon + 1) : null);
  }

  private ObjectNode upload(ApiClient api, String role, Path file, @Nullable String type)
      throws IOException, InterruptedException {
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected a readable artifact file at "
              + file
              + (Files.isDirectory(file) ? ", found a directory" : ", found none")
              + "; name it as ROLE=FILE");
    }
    JsonNode stored =
        api.putArtifact(
            file, type == null ? MediaTypes.of(file.toString(), MediaTypes.DEFAULT) : type);
    ObjectNode ref = JSON.objectNode();
    ref.put("role", role);
    ref.set("sha256", stored.get("sha256"));
    ref.set("size", stored.get("size"));
    ref.set("mediaType", stored.get("mediaType"));
    if (command != null || exitCode != null) {
      ObjectNode producer = ref.putObject("producer");
      put(producer, "command", command);
      if (exitCode != null) {
        producer.put("exitCode", exitCode);
      }
    }
    return ref;
  }

  private Integer print(PrintWriter out, JsonNode answer) {
    JsonNode decision = answer.path("decision");
    if (client.json()) {
      Output.json(out, answer);
    } else if (decision.isMissingNode()) {
      out.println("accepted: work item " + answer.path("workItem").asText());
    } else {
      Decisions.print(out, List.of(decision));
      if (!decision.path("kind").asText().equals("PROMOTE")) {
        Decisions.printReasons(out, decision);
        out.println("more       assay explain " + Output.plain(answer.path("workItem").asText()));
      }
    }
    out.flush();
    if (decision.isMissingNode()) {
      return waitSeconds == 0 ? ExitCode.OK : ExitCode.UNDECIDED;
    }
    return Decisions.exitCode(decision);
  }

  private static void texts(ObjectNode node, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode array = node.putArray(name);
      values.forEach(array::add);
    }
  }

  private static void put(ObjectNode node, String name, @Nullable String value) {
    if (value != null) {
      node.put(name, value);
    }
  }
}
