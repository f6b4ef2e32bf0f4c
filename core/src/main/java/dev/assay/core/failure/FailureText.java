package dev.assay.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * What a report tells about one failure; all of it untrusted.
 *
 * @param test the failing test's name; used only when no own frame of the failure names a function
 * @param type the declared exception type, or null
 * @param message the declared message, or null
 * @param trace the stack trace or output, or null
 */
public record FailureText(
    String test, @Nullable String type, @Nullable String message, @Nullable String trace) {}
