package dev.assay.quick.enforce;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who accepts a drift and why.
 *
 * @param expectedHash the pending hash that the drift check showed
 * @param version the lifecycle state version that it showed
 * @param reviewBy ISO date, null for none
 */
record Acceptance(
    String expectedHash,
    long version,
    String reason,
    String owner,
    @Nullable String reviewBy,
    List<String> evidenceLinks) {}
