package dev.assay.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a request. */
final class Router {

  /** What a method and a path lead to. */
  sealed interface Match {

    /** A route with the values of its path's variables. */
    record Found(Endpoint endpoint, Map<String, String> variables) implements Match {}

    /** The path exists, with other methods; one of its routes, an open one where there is. */
    record WrongMethod(String allowed, Route route) implements Match {}

    /** No route has this path. */
    record NoSuchPath() implements Match {}
  }

  private record Resource(PathPattern pattern, Map<String, Endpoint> methods) {}

  private static final Match NONE = new Match.NoSuchPath();

  private final Map<String, Resource> literal = new HashMap<>();
  private final List<Resource> variable = new ArrayList<>();

  Router(List<Endpoint> endpoints) {
    Map<String, Resource> byPath = new HashMap<>();
    for (Endpoint endpoint : endpoints) {
      Route route = endpoint.route();
      Resource resource =
          byPath.computeIfAbsent(
              route.path(), path -> new Resource(new PathPattern(path), new HashMap<>()));
      if (resource.methods().put(route.method(), endpoint) != null) {
        throw new IllegalArgumentException("expected one route per call, found two of " + route);
      }
    }
    byPath.forEach((path, resource) -> {
      if (resource.pattern().literal()) {
        literal.put(path, resource);
      } else {
        variable.add(resource);
      }
    });
    variable.sort(Comparator.comparingLong((Resource r) -> r.pattern().weight()).reversed());
  }

  Match find(String method, String rawPath) {
    Resource exact = literal.get(rawPath);
    if (exact != null) {
      return choose(exact, method, Map.of());
    }
    if (!rawPath.startsWith("/")) {
      return NONE;
    }
    List<String> segments = PathPattern.split(rawPath);
    for (Resource resource : variable) {
      Map<String, String> variables = resource.pattern().match(segments);
      if (variables != null) {
        return choose(resource, method, variables);
      }
    }
    return NONE;
  }

  private static Match choose(Resource resource, String method, Map<String, String> variables) {
    @Nullable Endpoint endpoint = resource.methods().get(method.equals("HEAD") ? "GET" : method);
    if (endpoint != null) {
      return new Match.Found(endpoint, variables);
    }
    TreeSet<String> allowed = new TreeSet<>(resource.methods().keySet());
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    List<Route> routes = resource.methods().values().stream().map(Endpoint::route).toList();
    Route shown = routes.stream().filter(Route::open).findFirst().orElse(routes.getFirst());
    return new Match.WrongMethod(String.join(", ", allowed), shown);
  }
}
