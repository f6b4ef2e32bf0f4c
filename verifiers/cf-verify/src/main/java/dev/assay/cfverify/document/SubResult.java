package dev.assay.cfverify.document;

import java.util.List;

/**
 * A SubResult.v1, reduced to what verification needs.
 *
 * @param claims the claims of all answers, flattened in document order
 */
public record SubResult(String taskId, List<Claim> claims) {

  /** Copies the list. */
  public SubResult {
    claims = List.copyOf(claims);
  }
}
