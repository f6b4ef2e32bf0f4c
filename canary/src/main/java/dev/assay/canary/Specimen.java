package dev.assay.canary;

import java.util.List;

/**
 * Artifacts whose truth is known.
 *
 * @param bad whether a verifier that passes it is wrong; else one that does not pass it is
 * @param parts the subject first, then its companions
 */
record Specimen(String verifierType, boolean bad, List<Part> parts) {

  Specimen {
    parts = List.copyOf(parts);
  }
}
