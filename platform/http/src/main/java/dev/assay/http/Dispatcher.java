package dev.assay.http;

import dev.assay.http.Admission.Lane;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one path of every request: host, principal, route, admission, permission, handler, answer.
 * Whatever goes wrong on it becomes a problem.
 */
final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private static final Principal STRANGER = new Principal(Principal.ANONYMOUS, Set.of(), Set.of());

  private final Router router;
  private final Gatekeeper gatekeeper;
  private final Connections connections;
  private final Admission admission;
  private final Endpoint unrouted;
  private final BooleanSupplier draining;
  private final Compression compression = Compression.ofThisMachine();

  /**
   * @param unrouted counts requests that no route answers
   * @param draining whether new requests are turned away
   */
  Dispatcher(
      Router router,
      Gatekeeper gatekeeper,
      Connections connections,
      Admission admission,
      Endpoint unrouted,
      BooleanSupplier draining) {
    this.router = router;
    this.gatekeeper = gatekeeper;
    this.connections = connections;
    this.admission = admission;
    this.unrouted = unrouted;
    this.draining = draining;
  }

  /** Answers one request. */
  void handle(ServerRequest http, RoutingResponse out) {
    long startNanos = System.nanoTime();
    ConnectionGuard guard = ConnectionGuard.current();
    guard.bodyBegins();
    Router.Match match =
        router.find(http.prologue().method().text(), http.prologue().uriPath().rawPath());
    Exchange exchange = new Exchange(http, out, guard, draining);
    Endpoint endpoint = match instanceof Router.Match.Found found ? found.endpoint() : unrouted;
    int status = 0;
    try {
      Optional<Gatekeeper.Caller> caller = gatekeeper.caller(http.headers());
      Optional<Principal> principal = caller.map(Gatekeeper.Caller::principal);
      Optional<Rejection> refusal = refusal(http, match, caller);
      status =
          refusal.isPresent()
              ? exchange.answer(refused(refusal.get(), match, http))
              : routed((Router.Match.Found) match, http, exchange, guard, principal);
    } finally {
      endpoint.answered(status, System.nanoTime() - startNanos);
      guard.requestEnds();
    }
    if (exchange.closes()) {
      throw new CloseConnectionException("the answer was the connection's last");
    }
  }

  private Optional<Rejection> refusal(
      ServerRequest http, Router.Match match, Optional<Gatekeeper.Caller> caller) {
    Optional<Rejection> host = gatekeeper.host(http.headers().first(HeaderNames.HOST));
    if (host.isPresent()) {
      return host;
    }
    boolean open =
        switch (match) {
          case Router.Match.Found(Endpoint endpoint, var _) -> endpoint.route().open();
          case Router.Match.WrongMethod(var _, Route route) -> route.open();
          case Router.Match.NoSuchPath() -> false;
        };
    if (!open && caller.isEmpty()) {
      return Optional.of(Gatekeeper.unknown(http.headers().first(HeaderNames.AUTHORIZATION)));
    }
    return switch (match) {
      case Router.Match.Found(Endpoint endpoint, var _) ->
          endpoint.route().changes()
              ? caller.flatMap(each -> Gatekeeper.forged(each, http.headers()))
              : Optional.empty();
      case Router.Match.NoSuchPath() ->
          Optional.of(
              Rejection.of(
                  ErrorCode.NOT_FOUND,
                  "expected a path of /openapi.json, found "
                      + Require.quoted(http.prologue().uriPath().rawPath())));
      case Router.Match.WrongMethod(String allowed, var _) ->
          Optional.of(
              Rejection.of(
                  ErrorCode.METHOD_NOT_ALLOWED,
                  "expected "
                      + allowed
                      + " for this path, found "
                      + Require.quoted(http.prologue().method().text())));
    };
  }

  private static Response refused(Rejection rejection, Router.Match match, ServerRequest http) {
    return switch (match) {
      case Router.Match.Found(Endpoint endpoint, var _) ->
          refused(rejection, endpoint.route(), http);
      case Router.Match.NoSuchPath() -> Response.problem(rejection);
      case Router.Match.WrongMethod(String allowed, Route route) -> {
        Response refusal = refused(rejection, route, http);
        yield rejection.code() == ErrorCode.METHOD_NOT_ALLOWED
            ? refusal.header("Allow", allowed)
            : refusal;
      }
    };
  }

  private static Response refused(Rejection rejection, Route route, ServerRequest http) {
    String contentType = http.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
    return route.refusals().refusal(rejection, contentType);
  }

  private int routed(
      Router.Match.Found found,
      ServerRequest http,
      Exchange exchange,
      ConnectionGuard guard,
      Optional<Principal> principal) {
    Admission.@Nullable Ticket ticket = null;
    try {
      Response response;
      try {
        Principal caller = principal.orElse(STRANGER);
        ticket =
            admission.admit(
                lane(found.endpoint().route(), principal.isPresent(), guard), caller.id(), guard);
        response = worked(found, http, exchange, ticket, caller);
      } catch (ProblemException e) {
        response = refused(e.rejection(), found.endpoint().route(), http);
        if (ticket != null) {
          ticket.answers(0);
        }
      }
      return exchange.answer(response);
    } finally {
      if (ticket != null) {
        ticket.close();
      }
    }
  }

  /** The handler's answer; what it held while it worked is given back. */
  private Response worked(
      Router.Match.Found found,
      ServerRequest http,
      Exchange exchange,
      Admission.Ticket ticket,
      Principal principal) {
    Route route = found.endpoint().route();
    if (draining.getAsBoolean() && !Operations.operates(route)) {
      throw new ProblemException(
          ErrorCode.SHUTTING_DOWN, "expected a running server, found one that stops; retry");
    }
    Query query =
        Query.parse(
            http.prologue().hasQuery() ? http.prologue().query().rawValue() : "",
            route.parameters());
    Request request = new Request(http, found.variables(), query, principal, ticket, exchange);
    Response response =
        compression.apply(
            route.method(), request.header("accept-encoding"), response(route, request));
    switch (response.body()) {
      case Response.Whole whole -> ticket.answers(whole.bytes().length);
      case Response.Streamed _ -> ticket.answers(0);
      case Response.EventBody _ -> request.streamsEvents();
    }
    return response;
  }

  private Lane lane(Route route, boolean caller, ConnectionGuard guard) {
    if (Operations.probe(route)) {
      return Lane.PROBE;
    }
    if (!caller) {
      return Lane.PUBLIC;
    }
    if (!connections.admitted(guard)) {
      throw new ProblemException(
          ErrorCode.OVERLOADED,
          "expected fewer connections with requests in work, found too many; retry later");
    }
    if (Operations.operates(route)) {
      return Lane.METRICS;
    }
    return route.changes() ? Lane.SEND : Lane.READ;
  }

  private static Response response(Route route, Request request) {
    try {
      if (!route.open() && !route.needs().granted(request.principal())) {
        route.sight().require(request);
        throw new ProblemException(Gatekeeper.forbidden(route.needs(), request.principal()));
      }
      return route.handler().handle(request);
    } catch (ProblemException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BodyException body) {
          throw new ProblemException(body.rejection());
        }
      }
      LOG.atError()
          .addKeyValue("route", route.name())
          .setCause(e)
          .log("a request failed through a fault of this server");
      throw new ProblemException(
          ErrorCode.INTERNAL_ERROR,
          "expected to answer, found a fault of the server; its log names it");
    }
  }
}
