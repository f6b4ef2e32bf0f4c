package dev.assay.process;

import java.time.Duration;

/**
 * How a command may run.
 *
 * @param isolation what must be in force; check {@link IsolationRequest#ask} first
 * @param timeout after which the group is stopped
 * @param grace between SIGINT and SIGKILL; ends early once the group is gone
 */
public record RunRules(Isolation isolation, Duration timeout, Duration grace) {}
