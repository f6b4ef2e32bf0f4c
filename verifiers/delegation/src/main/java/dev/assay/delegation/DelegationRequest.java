package dev.assay.delegation;

import org.jspecify.annotations.Nullable;

/**
 * One piece of work for a delegate.
 *
 * @param task the first prompt
 * @param kind the delegate's profile, for telemetry
 * @param depth how many delegations enclose this one
 * @param maxVerifyRetries attempts after the first; null, zero and less mean the default
 */
public record DelegationRequest(
    String task, String kind, int depth, @Nullable Integer maxVerifyRetries) {}
