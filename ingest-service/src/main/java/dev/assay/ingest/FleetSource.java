package dev.assay.ingest;

import java.util.Optional;
import java.util.Set;

/** Looks up what belongs to a fleet and was not seen here lately. */
public interface FleetSource {

  /** A source for a process that keeps nothing. */
  FleetSource NONE =
      new FleetSource() {
        @Override
        public boolean names(Set<String> fleets, String sha256) {
          return false;
        }

        @Override
        public Optional<String> fleetOf(String workItem) {
          return Optional.empty();
        }
      };

  /** Whether work of one of {@code fleets} was attested that names this artifact or report. */
  boolean names(Set<String> fleets, String sha256);

  /** The fleet that {@code workItem} belongs to. */
  Optional<String> fleetOf(String workItem);
}
