package dev.assay.verifier;

import java.io.IOException;
import java.io.Serial;

/**
 * Something that a run depends on failed: the object store, a database, the scratch disk. The only
 * failure for which a run is tried again. It is thrown by {@link VerificationScope} and by clients
 * of real dependencies, never for what an artifact's bytes say: those would fail again for ever.
 */
public final class DependencyUnavailableException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A failure.
   *
   * @param expected what should have worked, such as {@code the object store to answer}
   */
  public DependencyUnavailableException(String expected, Throwable cause) {
    super("expected " + expected, cause);
  }

  /** A failure that nothing else reported. */
  public DependencyUnavailableException(String expected) {
    super("expected " + expected);
  }
}
