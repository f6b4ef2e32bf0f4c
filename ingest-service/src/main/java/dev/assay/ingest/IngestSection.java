package dev.assay.ingest;

import dev.assay.schemas.Settings;
import java.util.Objects;

/**
 * The ingest service.
 *
 * @param inFlightMax events on their way to the broker at once
 * @param rememberedEvents events that tell a repeat from a conflict
 * @param rememberedDecisions decisions in which open questions are looked for at the start
 */
public record IngestSection(
    Integer inFlightMax, Integer rememberedEvents, Integer rememberedDecisions) {

  public IngestSection {
    inFlightMax = Objects.requireNonNullElse(inFlightMax, 2_000);
    Settings.between("ingest.inFlightMax", inFlightMax, 1, Integer.MAX_VALUE);
    rememberedEvents = Objects.requireNonNullElse(rememberedEvents, 200_000);
    Settings.between("ingest.rememberedEvents", rememberedEvents, 0, Integer.MAX_VALUE);
    rememberedDecisions = Objects.requireNonNullElse(rememberedDecisions, 200_000);
    Settings.between("ingest.rememberedDecisions", rememberedDecisions, 0, Integer.MAX_VALUE);
  }
}
