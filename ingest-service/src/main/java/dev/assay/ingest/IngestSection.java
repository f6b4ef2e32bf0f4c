package dev.assay.ingest;

import dev.assay.schemas.Settings;
import java.util.Map;
import java.util.Objects;

/**
 * The ingest service.
 *
 * @param inFlightMax events on their way to the broker at once
 * @param rememberedEvents events that tell a repeat from a conflict
 * @param rememberedDecisions decisions in which open questions are looked for at the start
 * @param eventsPerMinuteMax events of one principal in a minute; who acts for all fleets has no
 *     such quota
 * @param bytesPerMinuteMax bytes of artifacts of one such principal in a minute
 * @param openWorkItemsMax work items that one such principal may have open: sent, and neither
 *     promoted, demoted, halted nor escalated
 * @param traceDirectory where it remembers which runs are open of which records come in over OTLP
 * @param replayer settings of Kafka's clients for calls about dead letters, in place of those of
 *     the same names in {@code kafka.client}: the user {@code replayer}. {@code assay up} has its
 *     own
 */
public record IngestSection(
    Integer inFlightMax,
    Integer rememberedEvents,
    Integer rememberedDecisions,
    Integer eventsPerMinuteMax,
    Long bytesPerMinuteMax,
    Integer openWorkItemsMax,
    String traceDirectory,
    Map<String, String> replayer) {

  public IngestSection {
    inFlightMax = Objects.requireNonNullElse(inFlightMax, 2_000);
    Settings.between("ingest.inFlightMax", inFlightMax, 1, Integer.MAX_VALUE);
    rememberedEvents = Objects.requireNonNullElse(rememberedEvents, 200_000);
    Settings.between("ingest.rememberedEvents", rememberedEvents, 0, Integer.MAX_VALUE);
    rememberedDecisions = Objects.requireNonNullElse(rememberedDecisions, 200_000);
    Settings.between("ingest.rememberedDecisions", rememberedDecisions, 0, Integer.MAX_VALUE);
    eventsPerMinuteMax = Objects.requireNonNullElse(eventsPerMinuteMax, 60_000);
    Settings.between("ingest.eventsPerMinuteMax", eventsPerMinuteMax, 1, Integer.MAX_VALUE);
    bytesPerMinuteMax = Objects.requireNonNullElse(bytesPerMinuteMax, 8L << 30);
    Settings.between("ingest.bytesPerMinuteMax", bytesPerMinuteMax, 1, Long.MAX_VALUE);
    openWorkItemsMax = Objects.requireNonNullElse(openWorkItemsMax, 10_000);
    Settings.between("ingest.openWorkItemsMax", openWorkItemsMax, 1, 1_000_000);
    traceDirectory = Objects.requireNonNullElse(traceDirectory, "traces");
    replayer = Map.copyOf(Objects.requireNonNullElse(replayer, Map.of()));
  }
}
