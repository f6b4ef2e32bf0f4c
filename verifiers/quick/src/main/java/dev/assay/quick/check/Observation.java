package dev.assay.quick.check;

import dev.assay.quick.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One observed tool call of the workflow.
 *
 * @param seq its logical step
 * @param timestamp as written, null when the event has none
 */
record Observation(long seq, String toolId, JsonObject params, @Nullable String timestamp) {}
