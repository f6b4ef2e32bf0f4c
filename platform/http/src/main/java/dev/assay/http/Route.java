package dev.assay.http;

import java.util.Set;

/**
 * One call that a service answers.
 *
 * @param method GET, PUT or POST; GET answers HEAD as well
 * @param path literal segments, {@code {name}} for one segment, {@code {name...}} for one or more
 * @param open whether it needs no token
 * @param parameters the query parameters it knows; any other is refused
 */
public record Route(
    String method, String path, boolean open, Set<String> parameters, Handler handler) {

  public Route {
    parameters = Set.copyOf(parameters);
  }

  public static Route get(String path, Handler handler) {
    return new Route("GET", path, false, Set.of(), handler);
  }

  public static Route put(String path, Handler handler) {
    return new Route("PUT", path, false, Set.of(), handler);
  }

  public static Route post(String path, Handler handler) {
    return new Route("POST", path, false, Set.of(), handler);
  }

  /** This route for everybody, token or not. */
  public Route permitAll() {
    return new Route(method, path, true, parameters, handler);
  }

  /** This route with the query parameters it knows. */
  public Route queryParameters(String... names) {
    return new Route(method, path, open, Set.of(names), handler);
  }

  /** Method and path, as in {@code GET /v1/keys}. */
  public String name() {
    return method + " " + path;
  }
}
