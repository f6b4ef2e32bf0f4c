package dev.assay.schemas.message;

/** What a verifier found (green-threads 5.2). */
public enum Result {
  PASS,
  FAIL,
  FLAKY,
  INCONCLUSIVE
}
