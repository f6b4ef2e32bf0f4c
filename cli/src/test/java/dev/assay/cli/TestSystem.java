package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.cli.mcp.McpRoute;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.BearerToken;
import dev.assay.http.Credentials;
import dev.assay.http.HttpConfig;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import dev.assay.http.Route;
import dev.assay.ingest.DeadLetters;
import dev.assay.ingest.IngestLimits;
import dev.assay.ingest.IngestPorts;
import dev.assay.ingest.IngestService;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodTransition;
import dev.assay.schemas.message.MoodTrigger;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.api.LocalReads;
import dev.assay.store.api.ReadService;
import dev.assay.store.cosigning.CosigningAssembly;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.outgoing.Deliveries;
import dev.assay.store.service.StoredEvidence;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Store and ingest on one loopback port, without a broker; the director is a function that turns a
 * fact into a decision.
 */
final class TestSystem implements AutoCloseable {

  static final Instant FACT_TIME = Instant.parse("2026-11-21T11:00:00.123Z");
  static final FieldSalts SALTS = FieldSalts.of(new byte[FieldSalts.SECRET_BYTES]);
  static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final String ASKED = "2026-11-21T10:00:00.000Z";

  final Queue<GovernanceFact> facts = new ConcurrentLinkedQueue<>();
  private final LocalReads reads;
  final AttestationStore store;
  final DirectoryArtifactStore artifacts;
  private final IngestService ingest;
  private final McpRoute mcp;
  private final HttpService http;
  private final Path tokenFile;

  /** Whether the director decides on answers. */
  private volatile boolean deciding = true;

  /** What a command printed and how it ended. */
  record Ran(int exitCode, String output, String errors) {}

  TestSystem(Path directory) throws IOException {
    this(directory, Retention.FOR_EVER);
  }

  TestSystem(Path directory, Retention retention) throws IOException {
    this.tokenFile = Files.writeString(directory.resolve("token"), TOKEN);
    this.store =
        AttestationStore.open(
            new StoreConfig(
                directory.resolve("log"),
                new DatabaseConfig.Sqlite(directory.resolve("index.db")),
                "assay.example/log",
                directory.resolve("checkpoint.pem"),
                List.of()),
            Clock.systemUTC());
    this.reads = new LocalReads(store);
    this.artifacts = DirectoryArtifactStore.open(directory.resolve("artifacts"), retention.clock());
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.ingest =
        new IngestService(
            artifacts,
            new IngestPorts(
                _ -> CompletableFuture.allOf(),
                this::publish,
                _ -> () -> {},
                reads,
                new OneDeadLetter()),
            IngestLimits.defaults(),
            retention,
            directory.resolve("traces"),
            SALTS,
            registry);
    List<Route> routes = new ArrayList<>(ingest.routes());
    routes.addAll(
        new ReadService(
                store,
                new StoredEvidence(artifacts, retention),
                SALTS,
                InstantSource.system(),
                true)
            .routes());
    routes.addAll(new Deliveries().routes());
    routes.addAll(CosigningAssembly.of(store, null).routes());
    this.mcp = new McpRoute(this::url);
    routes.add(mcp.route());
    this.http =
        new HttpService(
            new HttpConfig(
                "127.0.0.1",
                0,
                new Authentication.Bearer(
                    Credentials.of(
                        BearerToken.of(TOKEN),
                        directory.resolve("principals.json"),
                        InstantSource.system())),
                HttpLimits.defaults()),
            routes,
            List.of(),
            List.of(ingest::endWaits),
            registry);
  }

  /** One refused record, {@code 0-17}. */
  private static final class OneDeadLetter implements DeadLetters {

    private static final Kept LETTER =
        new Kept(
            "0-17",
            DeadLetter.of(
                "executions",
                0,
                3,
                Rejection.of(ErrorCode.INVALID_JSON, "expected JSON, found x"),
                null,
                new byte[] {'x'},
                ASKED),
            null);

    @Override
    public Page list(Wanted wanted) {
      return new Page(List.of(LETTER), null);
    }

    @Override
    public Optional<Kept> find(String id) {
      return Optional.of(LETTER).filter(letter -> letter.id().equals(id));
    }

    @Override
    public Optional<Replayed> replay(String id) {
      return find(id).map(_ -> new Replayed(id, "executions", 0, 4));
    }
  }

  /** The director goes to sleep. */
  void stopDeciding() {
    deciding = false;
  }

  private CompletableFuture<Instant> publish(GovernanceFact fact) {
    facts.add(fact);
    CompletableFuture<Instant> published = CompletableFuture.completedFuture(FACT_TIME);
    if (deciding) {
      Decision decision =
          decision(fact.workItem(), DecisionKind.CONTINUE, null, Times.text(FACT_TIME), "night");
      reads.stored(List.of(decision), List.of());
    }
    return published;
  }

  /** The director asks {@code question} about {@code workItem} of the fleet night. */
  Approval ask(String workItem, String question) {
    return ask(workItem, question, "night");
  }

  /** The director asks {@code question} about {@code workItem} of {@code fleet}. */
  Approval ask(String workItem, String question, String fleet) {
    Approval approval =
        new Approval(
            Digests.sha256Hex(workItem),
            question,
            List.of("resume", "halt"),
            "2999-01-01T00:00:00.000Z",
            "halt");
    Decision asked = decision(workItem, DecisionKind.REQUEST_APPROVAL, approval, ASKED, fleet);
    store.write(
        new Batch(
            List.of(),
            List.of(
                new DecisionRow(
                    asked.id(),
                    workItem,
                    1,
                    asked.kind().name(),
                    text(asked),
                    Instant.parse(ASKED),
                    approval.id())),
            List.of(row(workItem, approval, fleet))));
    reads.stored(List.of(asked), List.of());
    return approval;
  }

  /** Id of the decision that asks about {@code workItem}. */
  static String asking(String workItem) {
    return Digests.sha256Hex(workItem + ASKED);
  }

  /** The director has decided {@code kind} for {@code reason} on {@code workItem}, once. */
  void decided(String workItem, DecisionKind kind, String reason, String fleet) {
    Decision made = decision(workItem, kind, null, ASKED, fleet);
    ObjectNode document = Json.toTree(made).deepCopy();
    document.putArray("reasons").add(reason);
    store.write(
        new Batch(
            List.of(),
            List.of(
                new DecisionRow(
                    made.id(),
                    workItem,
                    1,
                    kind.name(),
                    document.toString(),
                    Instant.parse(ASKED),
                    null)),
            List.of(row(workItem, null, fleet))));
  }

  private static WorkItemRow row(String workItem, @Nullable Approval approval, String fleet) {
    Instant time = Instant.parse(ASKED);
    return new WorkItemRow(
        workItem,
        approval == null ? "retry" : "waiting_for_human",
        "DEFERENTIAL",
        1,
        "agent-7",
        fleet,
        time,
        time,
        "{\"assert\":[{\"claim\":\"verified\"}]}",
        "shop",
        "[{\"workItem\":\"" + workItem + "/s1\",\"state\":\"PROMOTED\"}]",
        approval == null
            ? null
            : new WorkItemRow.Approval(
                approval.id(), Instant.parse(approval.deadline()), text(approval)),
        "{\"attempts\":3,\"verifierMillis\":1200}");
  }

  private static Decision decision(
      String workItem, DecisionKind kind, @Nullable Approval approval, String time, String fleet) {
    return new Decision(
        Digests.sha256Hex(workItem + time),
        workItem,
        1,
        kind,
        List.of("PREFERENCE_MISSING"),
        List.of(),
        null,
        Mood.CALM,
        Mood.DEFERENTIAL,
        List.of(new MoodTransition(Mood.CALM, Mood.DEFERENTIAL, MoodTrigger.PREFERENCE_MISSING)),
        null,
        null,
        null,
        null,
        List.of(),
        approval,
        Digests.sha256Hex("execution of " + workItem),
        "e-1",
        new Agent(fleet, "agent-7", null),
        time,
        approval == null ? 2 : 1);
  }

  private static String text(Object document) {
    return new String(Json.write(document), StandardCharsets.UTF_8);
  }

  String url() {
    return http.url();
  }

  /** The routes of both services and of the HTTP server itself. */
  List<Route> routes() {
    return http.routes();
  }

  /** The contract, as it is served. */
  JsonNode openApi() throws IOException {
    URLConnection connection = URI.create(http.url() + "/openapi.json").toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + TOKEN);
    try (InputStream served = connection.getInputStream()) {
      return new ObjectMapper().readTree(served);
    }
  }

  /** Runs {@code assay words...} against this system. */
  Ran run(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--url", http.url(), "--token-file", tokenFile.toString()));
    return ran(_ -> arguments);
  }

  /** Runs a command line as it is. */
  static Ran ran(UnaryOperator<List<String>> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        RootCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.apply(List.of()).toArray(String[]::new));
    return new Ran(code, out.toString(), err.toString());
  }

  @Override
  public void close() {
    http.close();
    mcp.close();
    ingest.close();
    store.close();
    artifacts.close();
  }
}
