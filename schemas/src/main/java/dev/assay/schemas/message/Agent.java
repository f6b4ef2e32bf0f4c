package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/** Who claims to have done the work. */
public record Agent(String fleet, String id, @Nullable String model) {

  public Agent {
    fleet = Require.id("agent.fleet", fleet);
    id = Require.id("agent.id", id);
    model = Require.optionalText("agent.model", model, Limits.ID_CHARS_MAX);
  }
}
