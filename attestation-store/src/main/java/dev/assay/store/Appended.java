package dev.assay.store;

/**
 * What one write did.
 *
 * @param added attestations that became leaves
 * @param known attestations that were leaves already
 * @param logSize leaves of the checkpoint that is published now
 */
public record Appended(int added, int known, long logSize) {}
