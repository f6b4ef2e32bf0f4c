package dev.assay.http;

import dev.assay.schemas.Rejection;
import java.util.Set;

/**
 * One call that a service answers.
 *
 * @param method GET, PUT, POST or DELETE; GET answers HEAD as well
 * @param path literal segments, {@code {name}} for one segment, {@code {name...}} for one or more
 * @param needs what its caller must have
 * @param parameters the query parameters it knows; any other is refused
 * @param sight asked before a caller without {@code needs} is told so: ends with NOT_FOUND when the
 *     caller may not even see what the call is about
 */
public record Route(
    String method,
    String path,
    Permission needs,
    Set<String> parameters,
    Handler handler,
    Sight sight,
    Refusals refusals) {

  /** Whether a caller may see what a call is about. */
  @FunctionalInterface
  public interface Sight {

    /**
     * Returns when the caller may.
     *
     * @throws ProblemException with NOT_FOUND when not
     */
    void require(Request request) throws Exception;
  }

  /** Makes the answers that refuse requests of a route. */
  @FunctionalInterface
  public interface Refusals {

    /** A problem, whatever was sent. */
    Refusals PROBLEMS = (rejection, _) -> Response.problem(rejection);

    /**
     * The answer that tells {@code rejection}.
     *
     * @param contentType the request's header, empty when it has none
     */
    Response refusal(Rejection rejection, String contentType);
  }

  public Route {
    parameters = Set.copyOf(parameters);
  }

  public static Route get(String path, Permission needs, Handler handler) {
    return of("GET", path, needs, handler);
  }

  public static Route put(String path, Permission needs, Handler handler) {
    return of("PUT", path, needs, handler);
  }

  public static Route post(String path, Permission needs, Handler handler) {
    return of("POST", path, needs, handler);
  }

  public static Route delete(String path, Permission needs, Handler handler) {
    return of("DELETE", path, needs, handler);
  }

  private static Route of(String method, String path, Permission needs, Handler handler) {
    return new Route(method, path, needs, Set.of(), handler, _ -> {}, Refusals.PROBLEMS);
  }

  /** This route with the query parameters it knows. */
  public Route queryParameters(String... names) {
    return new Route(method, path, needs, Set.of(names), handler, sight, refusals);
  }

  /** This route, which says FORBIDDEN only to those who may see what it is about. */
  public Route about(Sight seen) {
    return new Route(method, path, needs, parameters, handler, seen, refusals);
  }

  /** This route, whose refusals are not problems; those of a path are the same for all methods. */
  public Route refusing(Refusals other) {
    return new Route(method, path, needs, parameters, handler, sight, other);
  }

  /** This route with another handler. */
  public Route handledBy(Handler other) {
    return new Route(method, path, needs, parameters, other, sight, refusals);
  }

  /** Whether it may change something. */
  public boolean changes() {
    return !method.equals("GET");
  }

  /** Whether it is for everybody. */
  public boolean open() {
    return needs == Permission.ANYBODY;
  }

  /** Method and path, as in {@code GET /v1/keys}. */
  public String name() {
    return method + " " + path;
  }

  /** Answers the requests of one route, on a virtual thread of the request's own. */
  @FunctionalInterface
  public interface Handler {

    /**
     * The answer to {@code request}.
     *
     * @throws ProblemException to answer with a problem
     * @throws Exception anything else is answered as INTERNAL_ERROR and logged
     */
    Response handle(Request request) throws Exception;
  }
}
