package dev.assay.agencyverify.pipeline;

import dev.assay.verifier.VerificationScope;
import java.time.Duration;

/** The bounds of the verifier type {@code script}. */
final class ScriptLimits {

  /** Size of the document that names a run. */
  static final int RUN_DOCUMENT_BYTES_MAX = 16 * 1024;

  /** Part of a request's budget kept for stopping the script and recording what happened. */
  static final Duration RESERVE = Duration.ofSeconds(6);

  /** Bytes of the log's end that a failure cites. */
  static final long CITED_BYTES_MAX = 4 * 1024;

  /** Commands that a policy may allow for workspaces. */
  static final int COMMANDS_MAX = 32;

  private ScriptLimits() {}

  /** What a script may use of the time that is left. */
  static Duration budget(VerificationScope scope) {
    return scope.deadline().left().minus(RESERVE);
  }
}
