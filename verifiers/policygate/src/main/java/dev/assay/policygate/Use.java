package dev.assay.policygate;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a run did, as an artifact shows it.
 *
 * @param object the path, host or table, or null when the artifact does not tell
 */
record Use(SyscallClass syscall, @Nullable String object) {}
