package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** One agent that keeps its conversation over all attempts. */
@FunctionalInterface
public interface Delegate {

  /**
   * Does the work, or does it again, in the same conversation.
   *
   * @return {@code {"response": string, "tool_calls"?: array, "tool_results"?: array}}
   */
  JsonNode run(String prompt) throws IOException, InterruptedException;
}
