package dev.assay.http;

import dev.assay.schemas.ErrorCode;

/**
 * A part that must work for the server to be ready.
 *
 * @param name as {@code /readyz} lists it
 * @param code what an outage is called
 */
public record HealthCheck(String name, ErrorCode code, Probe probe) {

  /** Looks at the part; called from any thread, cut off after two seconds. */
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
