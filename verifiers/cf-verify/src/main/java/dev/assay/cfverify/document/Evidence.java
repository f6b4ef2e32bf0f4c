package dev.assay.cfverify.document;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One evidence item of a claim.
 *
 * @param raw the item as it came in, copied whole into a failure
 * @param locator where the proof is
 * @param quote text the producer says is there; null when absent or empty
 * @param quoteHash {@code sha256:} and more, as it came in; null when absent
 */
public record Evidence(
    JsonNode raw, Locator locator, @Nullable String quote, @Nullable String quoteHash) {}
