package dev.assay.verifier.specimen;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Artifacts whose truth is known.
 *
 * @param bad whether a verifier that passes it is wrong; else one that does not pass it is
 * @param config canonical JSON of the configuration that its truth is relative to
 * @param parts the subject first, then its companions
 * @param scripts texts that {@code config} names by their SHA-256; they have to be in the object
 *     store, but are no artifacts of the request
 * @param groundTruth what the request has to name, or null
 */
public record Specimen(
    String verifierType,
    boolean bad,
    String config,
    List<Part> parts,
    List<String> scripts,
    @Nullable String groundTruth) {

  private static final String DEFAULT_CONFIG = "{}";

  public Specimen {
    parts = List.copyOf(parts);
    scripts = List.copyOf(scripts);
  }

  /** A specimen for the verifier's default configuration. */
  public Specimen(String verifierType, boolean bad, List<Part> parts) {
    this(verifierType, bad, DEFAULT_CONFIG, parts, List.of(), null);
  }

  /** A specimen for the verifier's default configuration and a ground truth. */
  public Specimen(String verifierType, boolean bad, List<Part> parts, String groundTruth) {
    this(verifierType, bad, DEFAULT_CONFIG, parts, List.of(), groundTruth);
  }

  /** A specimen with a configuration of its own. */
  public Specimen(
      String verifierType, boolean bad, String config, List<Part> parts, List<String> scripts) {
    this(verifierType, bad, config, parts, scripts, null);
  }
}
