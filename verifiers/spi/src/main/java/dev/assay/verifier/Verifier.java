package dev.assay.verifier;

import dev.assay.schemas.message.VerificationRequest;
import java.io.IOException;

/**
 * Re-reads one piece of reality. Implementations hold no state between runs, are safe to call from
 * many virtual threads at once, and read nothing but what {@link VerificationScope} opens.
 */
public interface Verifier extends AutoCloseable {

  /** What this verifier is. */
  VerifierInfo info();

  /**
   * Judges the first artifact of {@code request}.
   *
   * <p>Whatever the artifact holds, the answer is a finding: unreadable, truncated or hostile input
   * is INCONCLUSIVE with a hyperthesis, or FAIL, never PASS and never an exception. An exception
   * means that a dependency failed, or that the verifier itself is broken.
   *
   * @throws DependencyUnavailableException when the object store, the scratch directory or the
   *     ground truth failed; only then the run is tried again
   * @throws IOException any other ends the request: the scope's own say what is wrong with an
   *     artifact, and the rest makes this verifier a broken one
   * @throws InterruptedException when the scope's deadline passed or the worker stops
   */
  Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException;

  /** Gives back what it holds between runs, such as connections; most hold nothing. */
  @Override
  default void close() {}
}
