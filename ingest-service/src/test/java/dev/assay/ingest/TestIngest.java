package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.BearerToken;
import dev.assay.http.Credentials;
import dev.assay.http.HttpConfig;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import dev.assay.http.Principals;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import dev.assay.service.StoreReads;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ingest on a free loopback port with a real artifact directory and ports made by hand. */
final class TestIngest implements AutoCloseable {

  static final String TOKEN = "0123456789abcdef0123456789abcdef";
  static final String REPORT = "<testsuite tests=\"1\"><testcase name=\"a\"/></testsuite>";
  static final String REPORT_SHA = Digests.sha256Hex(REPORT);

  /** What reached the topic, in order. */
  final BlockingQueue<ExecutionEvent> published = new LinkedBlockingQueue<>();

  /** The facts that reached their topic, in order; their records have {@link #FACT_TIME}. */
  final BlockingQueue<GovernanceFact> facts = new LinkedBlockingQueue<>();

  /** What the store keeps of questions. */
  final Map<String, List<Decision>> kept = new ConcurrentHashMap<>();

  static final Instant FACT_TIME = Instant.parse("2026-11-21T11:00:00.123Z");

  final IngestService ingest;
  final HttpService http;

  /** When work of which fleet used an artifact, by its digest. */
  final Map<String, Use> uses = new ConcurrentHashMap<>();

  /** A use of an artifact that was attested. */
  record Use(String fleet, Instant time) {}

  final HttpClient client = HttpClient.newHttpClient();
  final DirectoryArtifactStore store;
  private volatile @Nullable RuntimeException brokerFault;
  private final AtomicReference<@Nullable Error> nextError = new AtomicReference<>();
  private volatile @Nullable Consumer<Decision> decisions;
  private volatile @Nullable Consumer<WorkItem> items;

  TestIngest(Path directory) throws IOException {
    this(directory, IngestLimits.defaults(), List.of());
  }

  TestIngest(Path directory, IngestLimits limits, List<ExecutionEvent> recent) throws IOException {
    this(directory, limits, recent, Retention.FOR_EVER, null);
  }

  /** One that commits to the fields of claims with {@code salts}. */
  TestIngest(Path directory, FieldSalts salts) throws IOException {
    this(directory, IngestLimits.defaults(), List.of(), Retention.FOR_EVER, salts);
  }

  TestIngest(Path directory, IngestLimits limits, List<ExecutionEvent> recent, Retention retention)
      throws IOException {
    this(directory, limits, recent, retention, null);
  }

  private TestIngest(
      Path directory,
      IngestLimits limits,
      List<ExecutionEvent> recent,
      Retention retention,
      @Nullable FieldSalts salts)
      throws IOException {
    this.store = DirectoryArtifactStore.open(directory, retention.clock());
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.ingest =
        new IngestService(
            store,
            new IngestPorts(
                this::publish,
                this::publishFact,
                listener -> {
                  recent.forEach(listener);
                  return () -> {};
                },
                new Reads(),
                DeadLetters.NONE),
            limits,
            retention,
            directory.resolve("traces"),
            salts,
            registry);
    this.http =
        new HttpService(
            new HttpConfig(
                "127.0.0.1",
                0,
                new Authentication.Bearer(credentials(directory.resolve("principals.json"))),
                HttpLimits.defaults()),
            ingest.routes(),
            List.of(),
            List.of(ingest::endWaits),
            registry);
  }

  /** The store's decisions, made by hand; it keeps nothing of fleets. */
  private final class Reads implements StoreReads {

    @Override
    public AutoCloseable onDecision(Consumer<Decision> listener) {
      decisions = listener;
      return () -> decisions = null;
    }

    @Override
    public AutoCloseable onRefusal(Predicate<String> wanted, Consumer<WorkItem> listener) {
      items = listener;
      return () -> items = null;
    }

    @Override
    public List<Decision> decisions(String approval) {
      return kept.getOrDefault(approval, List.of());
    }

    @Override
    public boolean names(Set<String> fleets, String sha256) {
      return false;
    }

    @Override
    public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
      return Optional.ofNullable(uses.get(sha256))
          .filter(use -> fleets == null || fleets.contains(use.fleet()))
          .map(Use::time);
    }

    @Override
    public Optional<String> fleetOf(String workItem) {
      return Optional.empty();
    }

    @Override
    public boolean isSettled(String workItem) {
      return false;
    }
  }

  private static Credentials credentials(Path file) throws IOException {
    for (Role role : List.of(Role.SUBMIT, Role.APPROVE)) {
      for (String fleet : List.of("f", "g")) {
        Principals.Entry entry =
            new Principals.Entry(
                role.text() + "-" + fleet,
                List.of(role.text()),
                List.of(fleet),
                List.of(Principals.Token.of(BearerToken.of(token(role, fleet)), null)));
        Principals.edit(file, all -> all.with(entry));
      }
    }
    return Credentials.of(BearerToken.of(TOKEN), file, InstantSource.system());
  }

  /** The token of the principal {@code <role>-<fleet>}, with one role in one fleet, f or g. */
  static String token(Role role, String fleet) {
    return "token-of-one-who-may-" + role.text() + "-in-" + fleet;
  }

  private CompletableFuture<Void> publish(ExecutionEvent event) {
    Error once = nextError.getAndSet(null);
    if (once != null) {
      throw once;
    }
    RuntimeException fault = brokerFault;
    if (fault != null) {
      return CompletableFuture.failedFuture(fault);
    }
    published.add(event);
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Instant> publishFact(GovernanceFact fact) {
    RuntimeException fault = brokerFault;
    if (fault != null) {
      return CompletableFuture.failedFuture(fault);
    }
    facts.add(fact);
    return CompletableFuture.completedFuture(FACT_TIME);
  }

  /** From now on the broker fails with {@code fault}; null mends it. */
  void breakBroker(@Nullable RuntimeException fault) {
    brokerFault = fault;
  }

  /** The next publishing ends with {@code error}. */
  void failOnce(Error error) {
    nextError.set(error);
  }

  /** The director decides on {@code event}. */
  void decide(ExecutionEvent event, DecisionKind kind) {
    Consumer<Decision> listener = decisions;
    if (listener != null) {
      listener.accept(decision(event, kind));
    }
  }

  /** The director decides. */
  void decide(Decision decision) {
    Consumer<Decision> listener = decisions;
    if (listener != null) {
      listener.accept(decision);
    }
  }

  /** The director refuses {@code event}. */
  void refuse(ExecutionEvent event, ErrorCode code) {
    show(
        event.data().workItem(),
        Refusal.of(event, Rejection.of(code, "expected less, found more"), FACT_TIME.toString()));
  }

  /** The director shows the work item {@code workItem} with what it refused of it. */
  void show(String workItem, Refusal refusal) {
    Consumer<WorkItem> listener = items;
    if (listener != null) {
      listener.accept(refusing(workItem, refusal));
    }
  }

  private static WorkItem refusing(String workItem, Refusal refusal) {
    return new WorkItem(
        workItem,
        WorkItemStatus.VERIFYING,
        Mood.CALM,
        1,
        null,
        ControlState.empty(),
        List.of(),
        null,
        List.of(),
        null,
        Cost.none(),
        0,
        refusal.time(),
        refusal.time(),
        List.of(refusal),
        1);
  }

  /** A first attempt at {@code workItem} that cites nothing. */
  static ExecutionEvent event(String id, String workItem, Agent agent) {
    return new ExecutionEvent(
        "test",
        id,
        null,
        null,
        new ExecutionData(
            workItem, "r", 1, agent, null, List.of(), List.of(), List.of(), List.of(), null, null,
            null, List.of()));
  }

  static Decision decision(ExecutionEvent event, DecisionKind kind) {
    return decision(event, kind, "ALL_PASS", "2026-11-21T10:00:00.000Z");
  }

  static Decision decision(ExecutionEvent event, DecisionKind kind, String reason, String time) {
    return new Decision(
        Digests.sha256Hex(reason + time + event.eventKey()),
        event.data().workItem(),
        event.data().attemptNumber(),
        kind,
        List.of(reason),
        List.of(),
        null,
        Mood.CALM,
        Mood.CALM,
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        event.eventKey(),
        event.id(),
        event.data().agent(),
        time,
        1);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(http.url() + path))
        .header("Authorization", "Bearer " + TOKEN);
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    return send((headers.length > 0 ? request.headers(headers) : request).build());
  }

  /** Returns when {@code line} is one of the metrics. */
  void awaitMetric(String line) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (get("/metrics").body().lines().noneMatch(line::equals)) {
      assertThat(System.nanoTime()).as(line).isLessThan(end);
      LockSupport.parkNanos(20_000_000L);
    }
  }

  HttpResponse<String> put(String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request("/v1/artifacts").PUT(BodyPublishers.ofString(body));
    return send((headers.length > 0 ? request.headers(headers) : request).build());
  }

  HttpResponse<String> post(String path, String mediaType, String body)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", mediaType)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** As {@link #post}, with another's token. */
  HttpResponse<String> postAs(String token, String path, String mediaType, String body)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(http.url() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", mediaType)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> getAs(String token, String path) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(http.url() + path))
            .header("Authorization", "Bearer " + token)
            .build());
  }

  HttpResponse<String> putAs(String token, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(http.url() + "/v1/artifacts"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/xml")
            .PUT(BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> postEvent(String body) throws IOException, InterruptedException {
    return post("/v1/executions", "application/cloudevents+json", body);
  }

  CompletableFuture<HttpResponse<String>> postLater(String path, String mediaType, String body) {
    return client.sendAsync(
        request(path).header("Content-Type", mediaType).POST(BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** An event about the stored report; put it first. */
  static String event(String id, String workItem) {
    return """
    {"specversion":"1.0","type":"dev.assay.execution.v1","source":"https://agents.example/f",
     "id":"%s","data":%s}\
    """
        .formatted(id, data(workItem));
  }

  static String data(String workItem) {
    return """
    {"workItem":"%s","run":"r-1","agent":{"fleet":"f","id":"a"},
     "artifacts":[{"role":"test-report","sha256":"%s","size":%d,
       "mediaType":"application/xml"}]}\
    """
        .formatted(workItem, REPORT_SHA, REPORT.getBytes(StandardCharsets.UTF_8).length);
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return new ObjectMapper().readTree(response.body());
  }

  @Override
  public void close() {
    http.close();
    ingest.close();
    client.close();
    store.close();
  }
}
