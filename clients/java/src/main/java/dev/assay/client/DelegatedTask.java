package dev.assay.client;

import dev.assay.schemas.message.Agent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One delegation: all its attempts share {@code id} as their work item.
 *
 * @param id names the delegation; the service keeps the order of its attempts
 * @param source the CloudEvents source of its executions
 * @param task the first prompt
 * @param requires verifiers that must pass, such as {@code delegation}
 * @param maxVerifyRetries attempts after the first, or null for the policy's
 * @param traceparent W3C trace context, or null
 * @param decisionTime how long one attempt's decision is waited for
 */
public record DelegatedTask(
    String id,
    String source,
    String task,
    Agent agent,
    List<String> requires,
    @Nullable Integer maxVerifyRetries,
    @Nullable String traceparent,
    Duration decisionTime) {

  /** Keeps its own list. */
  public DelegatedTask {
    requires = List.copyOf(requires);
  }
}
