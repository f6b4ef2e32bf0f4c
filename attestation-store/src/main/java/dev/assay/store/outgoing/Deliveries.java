package dev.assay.store.outgoing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.http.Permission;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import java.util.List;

/** How far those are who are told, for who runs the system. */
public final class Deliveries {

  private final List<EndpointState> states;
  private final WebhookKeys keys;

  /** Nobody is told. */
  public Deliveries() {
    this(List.of(), new WebhookKeys(List.of()));
  }

  Deliveries(List<EndpointState> states, WebhookKeys keys) {
    this.states = List.copyOf(states);
    this.keys = keys;
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return List.of(Route.get("/v1/deliveries", Permission.ADMINISTER, this::show));
  }

  private Response show(Request request) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode items = node.putArray("items");
    states.forEach(each -> items.add(each.json()));
    keys.publicKeys().forEach(node.putArray("publicKeys")::add);
    return Response.json(200, node).header("Cache-Control", "no-store");
  }
}
