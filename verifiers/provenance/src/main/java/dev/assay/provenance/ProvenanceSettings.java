package dev.assay.provenance;

import java.util.List;
import java.util.Objects;

/**
 * The settings {@code worker.verifiers.provenance}.
 *
 * @param trustedRoots trusted root files of Sigstore instances; a policy names them by their
 *     SHA-256
 */
record ProvenanceSettings(List<String> trustedRoots) {

  ProvenanceSettings {
    trustedRoots = List.copyOf(Objects.requireNonNullElse(trustedRoots, List.of()));
    if (trustedRoots.size() > ProvenanceLimits.ROOTS_MAX) {
      throw new IllegalArgumentException(
          "expected at most "
              + ProvenanceLimits.ROOTS_MAX
              + " trustedRoots, found "
              + trustedRoots.size());
    }
  }
}
