package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.message.Decision;

/** How a delegation ended. */
public sealed interface LoopEnd {

  /** The work happened: {@code result} was promoted. */
  record Verified(JsonNode result, Decision decision) implements LoopEnd {}

  /** It did not, or that cannot be told; {@code decision} says what became of it. */
  record Refused(int attempts, Decision decision) implements LoopEnd {}

  /** No decision came in time; it may still come. */
  record Undecided(int attempts) implements LoopEnd {}
}
