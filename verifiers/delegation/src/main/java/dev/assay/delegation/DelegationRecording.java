package dev.assay.delegation;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Takes note of how one delegation ended. */
@FunctionalInterface
public interface DelegationRecording {

  /** What verification came to. */
  enum Outcome {
    /** The last attempt was accepted. */
    PASSED,
    /** No attempt was accepted, or an error ended the delegation. */
    FAILED,
    /** Nothing was to be verified. */
    SKIPPED;

    /** The name in telemetry. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The delegation is over.
   *
   * @param verifyAttempts how often the verifiers ran
   * @param error why there is no result, or null
   */
  void ended(int verifyAttempts, Outcome outcome, @Nullable DelegationException error);

  /** Forgets. */
  DelegationRecording NONE = (_, _, _) -> {};
}
