package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server on virtual threads for the routes of one or more services. Adds {@code
 * /healthz}, {@code /readyz}, {@code /metrics}, {@code /openapi.json}, {@code /v1/principals} and
 * {@code /v1/session}. Every failure, also of parsing, is an RFC 9457 problem.
 */
public final class HttpService implements AutoCloseable {

  /** Held here because the JDK's log manager forgets levels of loggers that nobody holds. */
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

  private static final long DRAIN_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final Duration STOP_GRACE = Duration.ofMillis(200);
  private static final String UNROUTED = "(none)";

  private final HttpConfig config;
  private final List<Route> routes;
  private final List<Runnable> beforeDrain;
  private final Admission admission;
  private final Connections connections;
  private final WebServer server;
  private volatile int port;
  private volatile boolean draining;

  /** Refuses every host until the port is known. */
  private volatile Set<String> hosts = Set.of("");

  /**
   * Starts a server.
   *
   * @param beforeDrain run first at shutdown; ends what waits, so that requests in work can finish
   * @throws UncheckedIOException with a {@link BindException} when the port cannot be had
   */
  public HttpService(
      HttpConfig config,
      List<Route> served,
      List<HealthCheck> checks,
      List<Runnable> beforeDrain,
      PrometheusMeterRegistry registry) {
    this.config = config;
    this.beforeDrain = List.copyOf(beforeDrain);
    this.connections = new Connections(config.limits(), registry);
    this.admission = new Admission(config.limits(), connections);
    List<Route> all = new ArrayList<>(served);
    List<HealthCheck> checked = new ArrayList<>(checks);
    if (config.authentication() instanceof Authentication.Bearer(Credentials credentials)) {
      checked.addAll(credentials.checks());
    }
    all.addAll(new Operations(checked, registry, () -> draining).routes());
    Sessions sessions = new Sessions(config.clock(), this::port);
    all.addAll(new PrincipalCalls(config.authentication()).routes());
    all.addAll(new SessionCalls(config.authentication(), sessions).routes());
    this.routes = List.copyOf(all);
    Gauge.builder("assay.http.requests.in.work", admission, Admission::requestsInWork)
        .description("Requests whose handlers work now")
        .register(registry);
    Gauge.builder("assay.http.streams.open", admission, Admission::streamsOpen)
        .description("Waiting requests, event streams and long uploads open now")
        .register(registry);
    Router router = new Router(all.stream().map(route -> new Endpoint(route, registry)).toList());
    Endpoint unrouted =
        new Endpoint(Route.get(UNROUTED, Permission.READ, _ -> Response.json(404, "")), registry);
    Dispatcher dispatcher =
        new Dispatcher(
            router,
            new Gatekeeper(config.authentication(), () -> hosts, sessions),
            connections,
            admission,
            unrouted,
            () -> draining);
    this.server = start(config, dispatcher, connections);
    this.port = server.port();
    this.hosts = config.loopback() ? Gatekeeper.loopbackHosts(port) : Set.of();
  }

  private static WebServer start(
      HttpConfig config, Dispatcher dispatcher, Connections connections) {
    HttpLimits limits = config.limits();
    Http1Config http1 =
        Http1Config.builder()
            .maxPrologueLength(limits.targetCharsMax())
            .maxHeadersSize(limits.headerBytesMax())
            .validatePath(false)
            .validatePrologue(false)
            .continueImmediately(false)
            .build();
    DirectHandlers.Builder problems = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      problems.addHandler(type, new ProblemHandler());
    }
    WebServer server =
        WebServer.builder()
            .shutdownHook(false)
            .host(config.host())
            .port(config.port())
            .protocolsDiscoverServices(false)
            .featuresDiscoverServices(false)
            .addConnectionSelector(
                new GuardedConnections(
                    Http1ConnectionSelector.builder().config(http1).build(), connections))
            .connectionOptions(new AcceptedConnections(connections))
            .backlog(HttpLimits.BACKLOG)
            .maxTcpConnections(-1)
            .contentEncoding(new BodiesLeftAlone())
            .maxPayloadSize(-1)
            .shutdownGracePeriod(STOP_GRACE)
            .directHandlers(problems.build())
            .routing(routing ->
                routing.addFilter((_, request, response) -> dispatcher.handle(request, response)))
            .build();
    SERVER_LOG.setLevel(Level.OFF); // a start that fails is told below, and not by a stack trace
    server.start();
    SERVER_LOG.setLevel(Level.WARNING);
    if (!server.isRunning() || server.port() <= 0) {
      server.stop();
      String taken =
          "expected to listen on "
              + config.host()
              + " port "
              + config.port()
              + ", found it taken or not ours; stop the other process or choose another port";
      throw new UncheckedIOException(taken, new BindException(taken));
    }
    return server;
  }

  /** The port that is served. */
  public int port() {
    return port;
  }

  /** Whether it is stopping. */
  boolean draining() {
    return draining;
  }

  /** The base URL without a trailing slash. */
  public String url() {
    String host = config.host().indexOf(':') >= 0 ? "[" + config.host() + "]" : config.host();
    return "http://" + host + ":" + port;
  }

  /** Everything that is served. */
  public List<Route> routes() {
    return routes;
  }

  /**
   * Stops: new requests are answered 503 SHUTTING_DOWN, those in work get {@link
   * HttpLimits#drainMillisMax} to finish, then connections are closed.
   */
  @Override
  public void close() {
    draining = true;
    beforeDrain.forEach(Runnable::run);
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.limits().drainMillisMax());
    while (admission.requestsInWork() + admission.callersInside() > 0
        && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(DRAIN_STEP_NANOS);
    }
    server.stop();
    connections.close();
  }

  /** Turns what the HTTP parser refuses into problems. */
  private static final class ProblemHandler implements DirectHandler {

    @Override
    public TransportResponse handle(
        TransportRequest request,
        EventType type,
        Status status,
        ServerResponseHeaders headers,
        @Nullable String message) {
      ErrorCode code =
          switch (status.code()) {
            case 408 -> ErrorCode.REQUEST_TIMEOUT;
            case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
            case 500 -> ErrorCode.INTERNAL_ERROR;
            default -> ErrorCode.MALFORMED_REQUEST;
          };
      Problem problem =
          new Problem(
              Rejection.of(
                  code,
                  "expected an HTTP/1.1 request within the server's bounds, found: "
                      + (message == null || message.isEmpty() ? status.reasonPhrase() : message)));
      return TransportResponse.builder()
          .status(Status.create(problem.status()))
          .headers(headers)
          .header(HeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE)
          .keepAlive(false)
          .entity(problem.bytes())
          .build();
    }
  }
}
