package dev.assay.core.director;

import java.util.List;

/** What a step leaves: the next state and what to send, in order. */
public record Outcome(ItemState next, List<Emission> emissions) {

  public Outcome {
    emissions = List.copyOf(emissions);
  }
}
