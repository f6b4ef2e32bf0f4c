package dev.assay.core.stop;

import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * What a gate remembers of a session.
 *
 * @param blocks times in a row that the agent was kept from stopping
 * @param signature of the failure that it was told last, or null
 * @param blocked digest of the evidence with which it was kept last, or null
 * @param passed digest of the evidence with which it was let through last, or null
 * @param claim which claim of the session this is, from 1; a promotion ends one
 * @param attempt attempts of this claim so far
 * @param rules digest of the repository's file at the claim before, or null
 */
public record StopMemory(
    int blocks,
    @Nullable String signature,
    @Nullable String blocked,
    @Nullable String passed,
    int claim,
    int attempt,
    @Nullable String rules) {

  /** Claims of one session. */
  public static final int CLAIMS_MAX = 1_000_000;

  /** Before anything has happened. */
  public static final StopMemory NONE = new StopMemory(0, null, null, null, 1, 0, null);

  /** Of who knows only that an agent was told of the failure {@code signature}. */
  public static StopMemory told(String signature) {
    return new StopMemory(1, signature, null, null, 1, 0, null);
  }

  /** Of who can remember nothing, and knows that an agent was kept already. */
  public static StopMemory exhausted() {
    return new StopMemory(StopLimits.BLOCKS_MAX, null, null, null, 1, 0, null);
  }

  /** Checks what a file may hold. */
  public StopMemory {
    Require.range("blocks", blocks, 0, StopLimits.BLOCKS_MAX);
    signature = Require.optionalDigest("signature", signature);
    blocked = Require.optionalDigest("blocked", blocked);
    passed = Require.optionalDigest("passed", passed);
    Require.range("claim", claim, 1, CLAIMS_MAX);
    Require.range("attempt", attempt, 0, CLAIMS_MAX);
    rules = Require.optionalDigest("rules", rules);
  }

  /** With one attempt more. */
  public StopMemory attempted() {
    return new StopMemory(blocks, signature, blocked, passed, claim, attempt + 1, rules);
  }

  /** With the repository's file of that digest, or with none. */
  public StopMemory ruledBy(@Nullable String digest) {
    return new StopMemory(blocks, signature, blocked, passed, claim, attempt, digest);
  }

  StopMemory kept(String why, String inputs) {
    return new StopMemory(blocks + 1, why, inputs, passed, claim, attempt, rules);
  }

  StopMemory keptUnjudged() {
    return new StopMemory(blocks + 1, signature, blocked, passed, claim, attempt, rules);
  }

  StopMemory reopened() {
    return new StopMemory(0, null, null, passed, claim, attempt, rules);
  }

  StopMemory letThrough(String inputs) {
    return new StopMemory(0, null, null, inputs, claim, attempt, rules);
  }

  StopMemory promoted(String inputs) {
    return new StopMemory(0, null, null, inputs, Math.min(claim + 1, CLAIMS_MAX), 0, rules);
  }
}
