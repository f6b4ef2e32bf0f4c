package dev.assay.policygate;

import dev.assay.policygate.ToolCall.Use;
import dev.assay.schemas.message.Mood;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was allowed to touch; its schema is {@code capability-lease.schema.json}.
 *
 * @param workItem the work item it was granted for, or null when it does not say
 * @param mood the mood it was granted in, or null
 * @param callsMax tool calls of the run, or {@link Long#MAX_VALUE}
 * @param bytesMax bytes of the run's artifacts together, or {@link Long#MAX_VALUE}
 * @param unjudgedBudget whether it bounds tokens, cost or time, which artifacts do not show
 * @param idHolds whether the lease id is absent or that of the content
 */
record Lease(
    @Nullable String workItem,
    @Nullable Mood mood,
    List<Grant> grants,
    long callsMax,
    long bytesMax,
    boolean unjudgedBudget,
    boolean revoked,
    boolean idHolds) {

  /**
   * Leave to do one kind of thing.
   *
   * @param patterns what it may be done to; empty for classes without a scope
   * @param callsMax how often, or {@link Long#MAX_VALUE}
   */
  record Grant(SyscallClass syscall, List<String> patterns, long callsMax) {

    /**
     * Whether the grant covers {@code use}; an object that is not known needs an unlimited grant.
     */
    boolean covers(Use use) {
      if (use.syscall() != syscall) {
        return false;
      }
      return use.object() == null
          ? Patterns.unlimited(syscall.scope(), patterns)
          : Patterns.allow(syscall.scope(), patterns, use.object());
    }
  }
}
