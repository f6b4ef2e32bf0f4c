package dev.assay.delegation.hook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.BrokenVerifierException;
import dev.assay.delegation.Delegation.DelegationRequest;
import dev.assay.delegation.DelegationEvents;
import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationResult;
import dev.assay.delegation.Verification;
import dev.assay.delegation.Verification.VerifyOutcome;
import dev.assay.delegation.script.InlineVerifier;
import java.util.Optional;

/**
 * Both surfaces in the specified order: the inline script on what the delegate said, then the
 * {@code delegation.post_verify} hooks, and {@code delegation.post} only after both passed.
 */
public final class HookedVerification implements Verification, DelegationEvents {

  private final Optional<InlineVerifier> script;
  private final Hooks hooks;

  /** A verification by a script, by hooks, by both or by nothing. */
  public HookedVerification(Optional<InlineVerifier> script, Hooks hooks) {
    this.script = script;
    this.hooks = hooks;
  }

  @Override
  public boolean enabled() {
    return script.isPresent() || hooks.listenTo(HookEvents.POST_VERIFY);
  }

  @Override
  public Judged judge(DelegationResult result)
      throws BrokenVerifierException, InterruptedException {
    VerifyOutcome said = script.isPresent() ? script.get().verify(result) : VerifyOutcome.passed();
    int ran = script.filter(InlineVerifier::decides).isPresent() ? 1 : 0;
    return switch (hooks.dispatch(HookEvents.POST_VERIFY, result.json())) {
      case Hooks.Composed.Blocked(String reason) ->
          new Judged(Verification.join(said, VerifyOutcome.failed(reason)), result, ran + 1);
      case Hooks.Composed.Allowed(ObjectNode payload, int decisions) ->
          new Judged(said, merged(result, payload), ran + decisions);
    };
  }

  private static DelegationResult merged(DelegationResult result, ObjectNode payload)
      throws BrokenVerifierException {
    try {
      return result.merge(payload);
    } catch (IllegalArgumentException e) {
      throw BrokenVerifierException.hook(
          HookEvents.POST_VERIFY, "modify: " + String.valueOf(e.getMessage()));
    }
  }

  @Override
  public DelegationRequest before(DelegationRequest request)
      throws DelegationException, InterruptedException {
    if (!hooks.listenTo(HookEvents.PRE)) {
      return request;
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode().put("task", request.task());
    Integer retries = request.maxVerifyRetries();
    if (retries != null) {
      payload.put("max_verify_retries", (long) retries);
    }
    ObjectNode changed = gate(HookEvents.PRE, payload, "delegation blocked: ", 0);
    return new DelegationRequest(
        changed.path("task").asText(request.task()),
        request.kind(),
        request.depth(),
        changed.path("max_verify_retries").isIntegralNumber()
            ? Integer.valueOf(changed.path("max_verify_retries").intValue())
            : retries);
  }

  @Override
  public DelegationResult after(DelegationResult result, int attempts)
      throws DelegationException, InterruptedException {
    if (!hooks.listenTo(HookEvents.POST)) {
      return result;
    }
    try {
      return result.merge(
          gate(HookEvents.POST, result.json(), "delegation result blocked: ", attempts));
    } catch (IllegalArgumentException e) {
      throw DelegationException.refused(
          HookEvents.POST + " modify: " + String.valueOf(e.getMessage()), attempts);
    }
  }

  private ObjectNode gate(String event, ObjectNode payload, String refusal, int attempts)
      throws DelegationException, InterruptedException {
    try {
      return switch (hooks.dispatch(event, payload)) {
        case Hooks.Composed.Allowed(ObjectNode changed, int _) -> changed;
        case Hooks.Composed.Blocked(String reason) ->
            throw DelegationException.refused(refusal + reason, attempts);
      };
    } catch (BrokenVerifierException e) {
      throw DelegationException.broken(e, attempts);
    }
  }
}
