package dev.assay.delegation;

import dev.assay.delegation.Delegation.DelegationRequest;

/** What happens around a delegation's loop: gates before and after it. */
public interface DelegationEvents {

  /**
   * Before the delegate is asked ({@code delegation.pre}); may change the request.
   *
   * @throws DelegationException when the delegation is refused
   */
  default DelegationRequest before(DelegationRequest request)
      throws DelegationException, InterruptedException {
    return request;
  }

  /**
   * After verification passed ({@code delegation.post}); may change the result. Never called for a
   * result that was not verified.
   *
   * @throws DelegationException when the result is refused
   */
  default DelegationResult after(DelegationResult result, int attempts)
      throws DelegationException, InterruptedException {
    return result;
  }

  /** Nothing around the loop. */
  DelegationEvents NONE = new DelegationEvents() {};
}
