package dev.assay.quick.ingest;

import java.util.Locale;
import java.util.Optional;

/** How an input is read. */
public enum Profile {
  /** A log, by the ladder of the specification (A.5). */
  LADDER,
  /** Envelopes of model APIs, harnesses and frameworks. */
  ENVELOPES;

  /** The profile of that name in configurations and on command lines. */
  public static Optional<Profile> of(String name) {
    for (Profile profile : values()) {
      if (profile.word().equals(name)) {
        return Optional.of(profile);
      }
    }
    return Optional.empty();
  }

  /** The name in configurations and on command lines. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@code input}; never fails.
   *
   * @param nodesMax values and names that one JSON text of a log may have; envelopes have limits of
   *     their own
   */
  public Ingest read(byte[] input, int nodesMax) {
    return switch (this) {
      case LADDER -> LogIngest.read(input, nodesMax);
      case ENVELOPES -> EnvelopeIngest.read(input);
    };
  }
}
