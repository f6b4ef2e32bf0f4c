package dev.assay.store.outgoing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.message.Decision;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the telling of one endpoint is, since the process began. */
final class EndpointState {

  private final String name;
  private final OutgoingSection.Kind kind;
  private final Counter delivered;
  private final Counter retried;
  private final Counter dead;
  private int tries;
  private String code = "";
  private @Nullable String workItem;
  private @Nullable Instant last;

  EndpointState(String name, OutgoingSection.Kind kind, MeterRegistry registry) {
    this.name = name;
    this.kind = kind;
    this.delivered = counter(registry, "delivered");
    this.retried = counter(registry, "retried");
    this.dead = counter(registry, "dead");
    Gauge.builder("assay.outgoing.tries", this, EndpointState::tries)
        .description("tries of the message that an endpoint does not take; 0 when it takes them")
        .tag("endpoint", name)
        .register(registry);
  }

  private Counter counter(MeterRegistry registry, String result) {
    return Counter.builder("assay.outgoing.messages")
        .description("messages that were taken, tried again, or became dead letters")
        .tag("endpoint", name)
        .tag("result", result)
        .register(registry);
  }

  private synchronized int tries() {
    return tries;
  }

  synchronized void taken(String status, Instant now) {
    delivered.increment();
    code = status;
    tries = 0;
    workItem = null;
    last = now;
  }

  synchronized void again(Decision decision, int tried, String status) {
    retried.increment();
    code = status;
    tries = tried;
    workItem = decision.workItem();
  }

  synchronized void dead(String status) {
    dead.increment();
    code = status;
    tries = 0;
    workItem = null;
  }

  /** It as JSON; nothing of the endpoint's address. */
  synchronized ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", name);
    node.put("kind", kind.name().toLowerCase(java.util.Locale.ROOT));
    node.put("delivered", (long) delivered.count());
    node.put("retried", (long) retried.count());
    node.put("dead", (long) dead.count());
    node.put("lastResult", code.isEmpty() ? null : code);
    node.put("lastDelivered", last == null ? null : last.toString());
    node.put("tries", tries);
    return node.put("workItem", workItem);
  }
}
