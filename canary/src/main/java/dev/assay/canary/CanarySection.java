package dev.assay.canary;

import dev.assay.schemas.Settings;
import java.util.Objects;

/**
 * The canaries, which the director's process sends.
 *
 * @param intervalSeconds from one round to the next; 0 sends none
 */
public record CanarySection(Integer intervalSeconds) {

  /** The longest interval: a day. */
  public static final int INTERVAL_SECONDS_MAX = 86_400;

  public CanarySection {
    intervalSeconds = Objects.requireNonNullElse(intervalSeconds, 300);
    Settings.between("canary.intervalSeconds", intervalSeconds, 0, INTERVAL_SECONDS_MAX);
  }
}
