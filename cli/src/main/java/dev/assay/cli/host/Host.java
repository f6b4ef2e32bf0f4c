package dev.assay.cli.host;

import dev.assay.artifact.ArtifactStore;
import dev.assay.cli.mcp.McpRoute;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.director.DirectorAssembly;
import dev.assay.http.HealthCheck;
import dev.assay.http.HttpService;
import dev.assay.ingest.IngestAssembly;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.ErrorCode;
import dev.assay.service.RedactionKey;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.service.StoreReads;
import dev.assay.store.AttestationKeys;
import dev.assay.store.api.LocalReads;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.key.SignatureCache;
import dev.assay.store.outgoing.OutgoingAssembly;
import dev.assay.store.service.StoreAssembly;
import dev.assay.worker.WorkerAssembly;
import dev.assay.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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

  private final SystemConfig config;
  private final Path home;
  private final Cluster cluster;
  private final Map<String, String> environment;
  private final Runnable betweenStateAndOutput;
  private final PipelineTracer tracer;
  private final RelayingRegistry registry = new RelayingRegistry();
  private final ServiceParts parts = new ServiceParts();
  private final @Nullable WorkerProcess worker;
  private @Nullable HttpService http;
  private @Nullable ArtifactStore artifacts;

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
    parts.opened(tracer);
    needlessKeys(roles);
    stage.accept("topics");
    KafkaConfig any = cluster.as(roles.iterator().next());
    Topics.ensure(any);
    parts.check(parts.opened(new BrokerCheck(any)).check());
    if (worker != null) {
      configure(parts.opened(worker));
    }
    StoreReads stored = roles.contains(Role.DIRECTOR) ? startDirector(roles, stage) : null;
    if (roles.contains(Role.STORE) && stored == null) {
      stored = startStore(apart(), roles, stage);
    }
    if (roles.contains(Role.WORKER)) {
      stage.accept("worker");
      new WorkerAssembly(config.worker(), config.model(), artifacts(), salts(), "")
          .start(context(Role.WORKER), parts);
    }
    if (roles.contains(Role.INGEST)) {
      stage.accept("ingest");
      new IngestAssembly(
              config.ingest(),
              config.artifacts(),
              artifacts(),
              cluster.asReplayer(),
              salts(),
              stored)
          .start(context(Role.INGEST), parts);
    }
    if (worker != null) {
      stage.accept("worker");
      worker.start(parts);
      registry.relay(worker::metrics);
    }
    if (roles.contains(Role.INGEST) && roles.contains(Role.STORE)) {
      parts.serve(List.of(parts.opened(new McpRoute(this::url)).route()));
    }
    stage.accept("http");
    http =
        parts.opened(
            new HttpService(
                config.http().open(home),
                parts.routes(),
                parts.checks(),
                parts.beforeDrain(),
                registry));
    parts.awaitRestored(stage);
  }

  /** What this process lends to the service {@code role}. */
  private ServiceContext context(Role role) {
    return new ServiceContext(cluster.as(role), home, environment, registry, tracer);
  }

  /** Warns of signing keys that this process finds and has no use for. */
  private void needlessKeys(Set<Role> roles) {
    List<Path> found = new ArrayList<>();
    if (!roles.contains(Role.DIRECTOR)) {
      found.add(home.resolve(config.keys().attestation()));
    }
    if (!roles.contains(Role.STORE)) {
      found.add(home.resolve(config.keys().checkpoint()));
    }
    found.stream()
        .filter(Files::exists)
        .forEach(key ->
            LOG.atWarn()
                .addKeyValue("file", key)
                .addKeyValue("services", roles)
                .log(
                    "found a signing key that no service of this process needs; take it away from"
                        + " here"));
  }

  /** Tells the worker's process what to do, while the services start. */
  private void configure(WorkerProcess process) {
    process.configure(
        new WorkerProcess.Told(
            cluster.as(Role.WORKER),
            config.artifacts(),
            config.worker().granted(config.director().readPolicy(home, environment)),
            config.telemetry(),
            config.model(),
            config.keys().redaction()),
        registry);
  }

  /** Salts of the redaction key, where the configuration names one. */
  private @Nullable FieldSalts salts() {
    return RedactionKey.salts(home, config.keys().redaction());
  }

  /** The object store, opened when the first service needs it. */
  private ArtifactStore artifacts() throws IOException {
    ArtifactStore opened = artifacts;
    if (opened == null) {
      opened = parts.opened(config.artifacts().open(home));
      parts.check(new HealthCheck("artifact-store", ErrorCode.STORE_UNAVAILABLE, opened::check));
      artifacts = opened;
    }
    return opened;
  }

  /** Starts the director, and the store before it where this process hosts both. */
  private @Nullable StoreReads startDirector(Set<Role> roles, Consumer<String> stage)
      throws IOException, InterruptedException {
    Ed25519Key key = AttestationKeys.signing(config.keys(), home);
    SignatureCache signatures = new SignatureCache(key);
    StoreReads stored =
        roles.contains(Role.STORE)
            ? startStore(
                StoreAssembly.beside(key, signatures, config.store(), config.log(), config.keys()),
                roles,
                stage)
            : null;
    stage.accept("director");
    new DirectorAssembly(
            config.director(),
            config.model(),
            config.canary(),
            signatures,
            artifacts(),
            betweenStateAndOutput)
        .start(context(Role.DIRECTOR), parts);
    return stored;
  }

  private StoreAssembly apart() {
    return StoreAssembly.apart(
        AttestationKeys.verifying(config.keys(), home),
        config.store(),
        config.log(),
        config.keys());
  }

  /** A store alone is ready without the object store: it only shows what is there. */
  private StoreReads startStore(StoreAssembly store, Set<Role> roles, Consumer<String> stage)
      throws IOException, InterruptedException {
    stage.accept("attestation store");
    ArtifactStore shown =
        roles.size() == 1 ? parts.opened(config.artifacts().open(home)) : artifacts();
    LocalReads stored =
        store.start(
            context(Role.STORE),
            parts,
            shown,
            config.artifacts().retention(InstantSource.system()));
    new OutgoingAssembly(config.outgoing(), stored::cosigned).start(context(Role.STORE), parts);
    return stored;
  }

  @Override
  public void close() {
    parts.close();
  }

  /** How the services of this process reach the cluster: each as itself. */
  public interface Cluster {

    /** The cluster for the service {@code role}. */
    KafkaConfig as(Role role);

    /** The cluster for calls that read dead letters and send their records again. */
    KafkaConfig asReplayer();
  }

  /** A service that a process may host. */
  public enum Role {
    INGEST(Access.INGEST),
    WORKER(Access.WORKER),
    DIRECTOR(Access.DIRECTOR),
    STORE(Access.STORE);

    private final String user;

    Role(String user) {
      this.user = user;
    }

    /** As whom it connects to the cluster. */
    public String user() {
      return user;
    }
  }
}
