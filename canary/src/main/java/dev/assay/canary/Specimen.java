package dev.assay.canary;

import java.util.List;

/**
 * Artifacts whose truth is known.
 *
 * @param bad whether a verifier that passes it is wrong; else one that does not pass it is
 * @param config canonical JSON of the configuration that its truth is relative to
 * @param parts the subject first, then its companions
 * @param scripts texts that {@code config} names by their SHA-256; they have to be in the object
 *     store, but are no artifacts of the request
 */
record Specimen(
    String verifierType, boolean bad, String config, List<Part> parts, List<String> scripts) {

  private static final String DEFAULT_CONFIG = "{}";

  Specimen {
    parts = List.copyOf(parts);
    scripts = List.copyOf(scripts);
  }

  /** A specimen for the verifier's default configuration. */
  Specimen(String verifierType, boolean bad, List<Part> parts) {
    this(verifierType, bad, DEFAULT_CONFIG, parts, List.of());
  }
}
