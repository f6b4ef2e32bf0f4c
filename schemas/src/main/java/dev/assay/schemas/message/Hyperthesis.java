package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;

/**
 * A disclosure of what a verifier cannot rule out (green-threads 6.3). It never authorises
 * anything.
 *
 * @param blindSpot what was not seen
 * @param why the reason it was not seen
 * @param risk how much it matters
 * @param bound what limits the harm, or what would close the gap
 */
public record Hyperthesis(String blindSpot, Why why, Risk risk, String bound) {

  /** Why something could not be seen. */
  public enum Why {
    MISSING_DATA,
    MISSING_TOOL,
    PERMISSION,
    COST,
    SEMANTICS,
    ADVERSARY
  }

  public Hyperthesis {
    blindSpot = Require.text("hyperthesis.blindSpot", blindSpot, Limits.HYPERTHESIS_CHARS_MAX);
    why = Require.present("hyperthesis.why", why);
    risk = Require.present("hyperthesis.risk", risk);
    bound = Require.text("hyperthesis.bound", bound, Limits.HYPERTHESIS_CHARS_MAX);
  }
}
