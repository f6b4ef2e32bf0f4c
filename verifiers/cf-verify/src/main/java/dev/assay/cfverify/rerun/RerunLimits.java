package dev.assay.cfverify.rerun;

import java.time.Duration;

/**
 * Bounds of repeating web calls.
 *
 * @param time for one rerun, redirects included
 * @param responseBytesMax of one response
 * @param redirectsMax followed for one rerun
 * @param rerunsMax in one verification
 */
public record RerunLimits(Duration time, int responseBytesMax, int redirectsMax, int rerunsMax) {

  /** What the command and the pipeline use. */
  public static final RerunLimits DEFAULT = new RerunLimits(Duration.ofSeconds(15), 2 << 20, 5, 40);
}
