package dev.assay.canary;

/**
 * How policy runs a verifier; canaries are asked for in the same way, but with the configuration
 * that their truth is relative to.
 *
 * @param slow whether it runs in the pool for long work
 */
public record CanaryRule(boolean slow, long budgetMillis) {}
