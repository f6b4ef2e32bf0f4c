package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A part that must work for the server to be ready.
 *
 * @param name as {@code /readyz} lists it
 * @param code what an outage is called
 */
public record HealthCheck(String name, ErrorCode code, Probe probe) {

  /** A check of a part that tells its problem in a sentence; none when it works. */
  public static HealthCheck telling(
      String name, ErrorCode code, Supplier<Optional<String>> problem) {
    return new HealthCheck(
        name,
        code,
        () -> {
          Optional<String> found = problem.get();
          if (found.isPresent()) {
            throw new IOException(found.get());
          }
        });
  }

  /**
   * Looks at the part; called from any thread, one call at a time, interrupted after two seconds.
   */
  @FunctionalInterface
  public interface Probe {

    /**
     * Returns when the part works.
     *
     * @throws Exception when it does not; the message says why
     */
    void run() throws Exception;
  }
}
