package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;

/**
 * How often one version of a verifier was wrong about canaries so far; the newest record of a
 * verifier and version holds.
 *
 * @param time RFC 3339 time of the report that changed the rates
 */
public record CanaryRates(
    String verifierType, String verifierVersion, VerifierErrorRates rates, String time) {

  public CanaryRates {
    verifierType = Require.text("verifierType", verifierType, Limits.ID_CHARS_MAX);
    verifierVersion = Require.text("verifierVersion", verifierVersion, Limits.ID_CHARS_MAX);
    rates = Require.present("rates", rates);
    time = Times.canonical("time", Require.present("time", time));
  }

  /** The record's key on its topic. */
  public String key() {
    return key(verifierType, verifierVersion);
  }

  /** The key of one version of a verifier. */
  public static String key(String verifierType, String verifierVersion) {
    return verifierType + "@" + verifierVersion;
  }
}
