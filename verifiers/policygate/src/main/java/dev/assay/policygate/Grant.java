package dev.assay.policygate;

import java.util.List;

/**
 * Leave to do one kind of thing.
 *
 * @param patterns what it may be done to; empty for classes without a scope
 * @param callsMax how often, or {@link Long#MAX_VALUE}
 */
record Grant(SyscallClass syscall, List<String> patterns, long callsMax) {

  /** Whether the grant covers {@code use}; an object that is not known needs an unlimited grant. */
  boolean covers(Use use) {
    if (use.syscall() != syscall) {
      return false;
    }
    return use.object() == null
        ? Patterns.unlimited(syscall.scope(), patterns)
        : Patterns.allow(syscall.scope(), patterns, use.object());
  }
}
