package dev.assay.cli.host;

import dev.assay.artifact.ArtifactStore;
import dev.assay.canary.CanaryLoop;
import dev.assay.canary.CanaryRule;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.sign.Signer;
import dev.assay.director.DirectorConfig;
import dev.assay.director.DirectorService;
import dev.assay.director.ExecutionRecords;
import dev.assay.http.HealthCheck;
import dev.assay.http.HttpService;
import dev.assay.http.Route;
import dev.assay.ingest.ApprovalSource;
import dev.assay.ingest.FleetSource;
import dev.assay.ingest.IngestLimits;
import dev.assay.ingest.IngestPorts;
import dev.assay.ingest.IngestService;
import dev.assay.llmadvisor.AllowedVerifier;
import dev.assay.llmadvisor.ModelClient;
import dev.assay.llmadvisor.ModelEndpoint;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.llmadvisor.PlanSuggestions;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.ProgressWatch;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationKey;
import dev.assay.store.AttestationKeys;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.api.ReadService;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.key.SignatureCache;
import dev.assay.store.sink.StoreSink;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.worker.WorkerSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process with one or more services and one HTTP port. What was started is stopped in reverse
 * order, also when starting failed half-way.
 */
public final class Host implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Host.class);

  /** Held here because the JDK's log manager forgets levels of loggers that nobody holds. */
  private static final java.util.logging.Logger HTTP_SERVER_LOG =
      java.util.logging.Logger.getLogger("io.helidon");

  private final SystemConfig config;
  private final Path home;
  private final Cluster cluster;
  private final Map<String, String> environment;
  private final Runnable betweenStateAndOutput;
  private final PipelineTracer tracer;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<Route> routes = new ArrayList<>();
  private final List<HealthCheck> checks = new ArrayList<>();
  private final List<Runnable> beforeDrain = new ArrayList<>();
  private final RelayingRegistry registry = new RelayingRegistry();
  private final @Nullable WorkerProcess worker;
  private @Nullable HttpService http;
  private @Nullable ArtifactStore artifacts;

  /** The decisions and refusals that the store of this process has, when it hosts one. */
  private @Nullable DecisionRelay stored;

  /** The director of this process, when it hosts one. */
  private @Nullable DirectorService director;

  /** The questions that it has; none when this process hosts no store. */
  private ApprovalSource storedApprovals = ApprovalSource.NONE;

  /** What it has of fleets; nothing when this process hosts no store. */
  private FleetSource storedFleets = FleetSource.NONE;

  private Host(
      SystemConfig config,
      Path home,
      Cluster cluster,
      Map<String, String> environment,
      Runnable betweenStateAndOutput,
      @Nullable WorkerProcess worker) {
    this.config = config;
    this.worker = worker;
    this.home = home;
    this.cluster = cluster;
    this.environment = environment;
    this.betweenStateAndOutput = betweenStateAndOutput;
    this.tracer = config.telemetry().tracer(environment);
  }

  /**
   * Starts {@code roles} and answers when all of them work.
   *
   * @param home what relative paths of the configuration are relative to
   * @param cluster reached by each role as itself
   * @param stage told what is being started, for progress
   */
  public static Host start(
      SystemConfig config,
      Path home,
      Cluster cluster,
      Set<Role> roles,
      Map<String, String> environment,
      Consumer<String> stage)
      throws IOException, InterruptedException {
    return start(config, home, cluster, roles, environment, stage, () -> {});
  }

  /** Starts all services but the worker, which {@code worker} hosts, and answers when they work. */
  static Host start(
      SystemConfig config,
      Path home,
      Cluster cluster,
      WorkerProcess worker,
      Map<String, String> environment,
      Consumer<String> stage)
      throws IOException, InterruptedException {
    return start(
        new Host(config, home, cluster, environment, () -> {}, worker),
        EnumSet.complementOf(EnumSet.of(Role.WORKER)),
        stage);
  }

  /**
   * As the other one.
   *
   * @param betweenStateAndOutput what the director calls after its state is put and before anything
   *     is sent; failure tests stop the process here
   */
  public static Host start(
      SystemConfig config,
      Path home,
      Cluster cluster,
      Set<Role> roles,
      Map<String, String> environment,
      Consumer<String> stage,
      Runnable betweenStateAndOutput)
      throws IOException, InterruptedException {
    return start(
        new Host(config, home, cluster, environment, betweenStateAndOutput, null), roles, stage);
  }

  private static Host start(Host host, Set<Role> roles, Consumer<String> stage)
      throws IOException, InterruptedException {
    try {
      host.startAll(roles, stage);
      return host;
    } catch (IOException | InterruptedException | RuntimeException e) {
      host.close();
      throw e;
    }
  }

  /** The base URL. */
  public String url() {
    if (http == null) {
      throw new IllegalStateException("expected a started host");
    }
    return http.url();
  }

  /** The file with the token that clients show. */
  public Path tokenFile() {
    return home.resolve(config.http().tokenFile());
  }

  private void startAll(Set<Role> roles, Consumer<String> stage)
      throws IOException, InterruptedException {
    started.push(tracer);
    for (Path key : needlessKeys(roles)) {
      LOG.atWarn()
          .addKeyValue("file", key)
          .addKeyValue("services", roles)
          .log("found a signing key that no service of this process needs; take it away from here");
    }
    stage.accept("topics");
    KafkaConfig any = cluster.as(roles.iterator().next());
    Topics.ensure(any);
    checks.add(new BrokerCheck(any).check());
    if (worker != null) {
      Policy policy = config.director().readPolicy(home, environment);
      worker.configure(
          config.withWorker(granted(config.worker(), policy)).withKafka(cluster.as(Role.WORKER)),
          registry);
    }
    if (roles.contains(Role.DIRECTOR)) {
      Ed25519Key key = AttestationKeys.signing(config.keys(), home);
      SignatureCache signatures = new SignatureCache(key);
      if (roles.contains(Role.STORE)) {
        stage.accept("attestation store");
        startStore(new AttestationKey(key.publicKey(), key.created(), null), signatures);
      }
      stage.accept("director");
      startDirector(signatures, artifacts());
    } else if (roles.contains(Role.STORE)) {
      stage.accept("attestation store");
      AttestationKey key = AttestationKeys.verifying(config.keys(), home);
      startStore(key, new BouncyCastleEd25519Verifier(key.key()));
    }
    if (roles.contains(Role.WORKER)) {
      stage.accept("worker");
      startWorker(artifacts());
    }
    if (roles.contains(Role.INGEST)) {
      stage.accept("ingest");
      startIngest(artifacts());
    }
    if (worker != null) {
      stage.accept("worker");
      started.push(worker);
      worker.start();
      registry.relay(worker::metrics);
      checks.add(HealthCheck.telling(worker.name(), ErrorCode.INTERNAL_ERROR, worker::problem));
    }
    stage.accept("http");
    HTTP_SERVER_LOG.setLevel(java.util.logging.Level.WARNING);
    startHttp();
    DirectorService restoring = director;
    if (restoring != null) {
      restoring.awaitRunning(stage);
    }
  }

  /** Signing keys that this process finds and has no use for. */
  private List<Path> needlessKeys(Set<Role> roles) {
    List<Path> found = new ArrayList<>();
    if (!roles.contains(Role.DIRECTOR)) {
      found.add(home.resolve(config.keys().attestation()));
    }
    if (!roles.contains(Role.STORE)) {
      found.add(home.resolve(config.keys().checkpoint()));
    }
    return found.stream().filter(Files::exists).toList();
  }

  /**
   * The worker's configuration with what the policy grants: in {@code assay up} one owner writes
   * both files. A request still gets no more.
   */
  static WorkerSection granted(WorkerSection worker, Policy policy) {
    Map<String, String> configs = new HashMap<>();
    policy.verifiers().forEach((type, rule) -> configs.put(type, rule.config()));
    try {
      return worker.with(VerifierCatalog.builtIn().granted(worker.verifiers(), configs));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  /** The object store, opened when the first service needs it. */
  private ArtifactStore artifacts() throws IOException {
    ArtifactStore opened = artifacts;
    if (opened == null) {
      opened = config.artifacts().open(home);
      started.push(opened);
      checks.add(new HealthCheck("artifact-store", ErrorCode.STORE_UNAVAILABLE, opened::check));
      artifacts = opened;
    }
    return opened;
  }

  private void startStore(AttestationKey key, SignatureChecker signatures)
      throws InterruptedException {
    List<AttestationKey> retired = AttestationKeys.retired(config.keys(), home);
    AttestationStore store =
        AttestationStore.open(
            StoreConfig.of(config.store(), config.log(), config.keys(), home, Optional.of(key)),
            Clock.systemUTC());
    started.push(store);
    ReadService read = new ReadService(store, config.log().open());
    routes.addAll(read.routes());
    checks.addAll(read.checks());
    AttestationGate gate = AttestationGate.checking(signatures, retired);
    DecisionRelay relay = new DecisionRelay();
    stored = relay;
    storedApprovals = new StoredApprovals(store);
    storedFleets = new StoredFleets(store);
    StoreSink sink =
        new StoreSink(
            cluster.as(Role.STORE),
            store,
            gate,
            (decisions, refusing) -> {
              read.storeChanged();
              relay.stored(decisions, refusing);
            },
            registry);
    loop(sink);
    watch(
        Role.STORE,
        sink.name(),
        StoreSink.GROUP,
        List.of(Topic.ATTESTATIONS, Topic.DECISIONS, Topic.CONTROL_STATE));
    checks.add(
        HealthCheck.telling("attestation-signatures", ErrorCode.STORE_UNAVAILABLE, sink::problem));
  }

  private void startDirector(Signer signer, ArtifactStore artifacts) throws InterruptedException {
    Policy policy = config.director().readPolicy(home, environment);
    DirectorService service =
        new DirectorService(
            new DirectorConfig(
                cluster.as(Role.DIRECTOR),
                policy,
                home.resolve(config.director().stateDirectory()),
                config.director().instance(),
                config.director().threads(),
                betweenStateAndOutput),
            signer,
            registry,
            tracer);
    director = service;
    started.push(service);
    service.begin();
    checks.add(HealthCheck.telling(service.name(), ErrorCode.NOT_PROGRESSING, service::problem));
    watch(
        Role.DIRECTOR,
        service.name(),
        DirectorService.GROUP,
        List.of(Topic.EXECUTIONS, Topic.REPORTS, Topic.GOVERNANCE));
    ModelSection model = config.model();
    if (policy.modelPlans()) {
      if (model == null) {
        throw new ConfigException(
            "expected a section model in the configuration, because the policy lets a model"
                + " suggest plans; found none");
      }
      loop(
          new PlanSuggestions(
              cluster.as(Role.DIRECTOR),
              new ModelClient(ModelEndpoint.of(model, home)),
              policy.verifiers().entrySet().stream()
                  .map(rule -> new AllowedVerifier(rule.getKey(), rule.getValue().subjects()))
                  .toList(),
              model.lanes(),
              ExecutionRecords::read,
              InstantSource.system(),
              registry));
    }
    startCanaries(policy, artifacts);
  }

  private void startCanaries(Policy policy, ArtifactStore artifacts) throws InterruptedException {
    int seconds = config.canary().intervalSeconds();
    if (seconds > 0) {
      Map<String, CanaryRule> rules = new HashMap<>();
      policy
          .verifiers()
          .forEach(
              (type, rule) -> rules.put(type, new CanaryRule(rule.slow(), rule.budgetMillis())));
      loop(
          new CanaryLoop(
              cluster.as(Role.DIRECTOR),
              VerifierCatalog.builtIn().specimens(),
              rules,
              Duration.ofSeconds(seconds),
              artifacts,
              registry));
    }
  }

  private void startWorker(ArtifactStore artifacts) throws InterruptedException {
    loop(
        WorkerParts.of(
            config, home, "", cluster.as(Role.WORKER), artifacts, registry, tracer, started::push));
  }

  private void startIngest(ArtifactStore artifacts) {
    KafkaConfig kafka = cluster.as(Role.INGEST);
    MessageProducer producer = new MessageProducer(kafka, "ingest");
    started.push(producer);
    KafkaPorts ports = new KafkaPorts(kafka, producer, config.ingest(), tracer);
    KafkaConfig replayer = cluster.asReplayer();
    MessageProducer replays = new MessageProducer(replayer, "dead-letters");
    started.push(replays);
    IngestLimits standard = IngestLimits.defaults();
    IngestService ingest =
        new IngestService(
            artifacts,
            new IngestPorts(
                ports,
                ports,
                ports,
                stored == null ? ports.decisions() : stored,
                stored == null ? ports : stored,
                storedApprovals,
                storedFleets,
                new KafkaDeadLetters(replayer, replays)),
            new IngestLimits(
                config.artifacts().bytesMax(),
                config.ingest().rememberedEvents(),
                standard.artifactsRemembered(),
                standard.lookupsMax(),
                standard.publishMillisMax(),
                config.ingest().eventsPerMinuteMax(),
                config.ingest().bytesPerMinuteMax()),
            registry);
    started.push(ingest);
    routes.addAll(ingest.routes());
    beforeDrain.add(ingest::endWaits);
  }

  private void startHttp() throws IOException {
    HttpService server =
        new HttpService(config.http().open(home), routes, checks, beforeDrain, registry);
    http = server;
    started.push(server);
  }

  /** Readiness by progress: of {@code name}, which reads {@code topics} as {@code group}. */
  private void watch(Role role, String name, String group, List<Topic<?>> topics) {
    ProgressWatch watch =
        new ProgressWatch(cluster.as(role), name, group, topics.stream().map(Topic::name).toList());
    started.push(watch);
    watch.start();
    DirectorService restoring = name.equals(DirectorService.GROUP) ? director : null;
    checks.add(
        HealthCheck.telling(
            name + "-progress",
            ErrorCode.NOT_PROGRESSING,
            () ->
                restoring != null && restoring.problem().isPresent()
                    ? Optional.empty()
                    : watch.problem()));
  }

  private void loop(Loop loop) throws InterruptedException {
    started.push(loop);
    loop.start();
    checks.add(
        new HealthCheck(
            loop.name(),
            ErrorCode.INTERNAL_ERROR,
            () -> {
              if (!loop.healthy()) {
                throw new IOException("expected the loop " + loop.name() + " to work");
              }
            }));
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      AutoCloseable next = started.pop();
      try {
        next.close();
      } catch (Exception e) {
        LOG.atWarn().setCause(e).log("a part did not stop cleanly");
      }
    }
  }
}
