package dev.assay.schemas;

import java.io.Serial;

/** Carries a {@link Rejection} out of a constructor to the edge that parses. */
public final class RejectedException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  public RejectedException(Rejection rejection) {
    super(rejection.code() + ": " + rejection.detail());
    this.rejection = rejection;
  }

  public Rejection rejection() {
    return rejection;
  }
}
