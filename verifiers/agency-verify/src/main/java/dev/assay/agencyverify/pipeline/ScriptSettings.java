package dev.assay.agencyverify.pipeline;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The worker's settings of this verifier.
 *
 * @param commands shell texts that may be run in a workspace
 * @param unisolated whether scripts may run without isolation
 * @param runningMax scripts that run at the same time
 * @param dataDirectory the agency data directory whose runs are verified, or null
 */
public record ScriptSettings(
    List<String> commands, Boolean unisolated, Integer runningMax, @Nullable String dataDirectory) {

  private static final int RUNNING_MAX = 4;

  public ScriptSettings {
    commands = List.copyOf(Objects.requireNonNullElse(commands, List.of()));
    unisolated = Objects.requireNonNullElse(unisolated, false);
    runningMax = Objects.requireNonNullElse(runningMax, RUNNING_MAX);
    if (runningMax < 1) {
      throw new IllegalArgumentException(
          "expected runningMax of at least 1, found "
              + runningMax
              + "; correct it, or leave it out for the default");
    }
  }
}
