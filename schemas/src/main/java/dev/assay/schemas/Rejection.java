package dev.assay.schemas;

import org.jspecify.annotations.Nullable;

/**
 * Why an input was refused.
 *
 * @param code the stable code
 * @param detail one sentence for people: what was expected, what was found, what to do
 * @param field the member that was wrong, as a dotted path, or null
 */
public record Rejection(ErrorCode code, String detail, @Nullable String field) {

  private static final int DETAIL_CHARS_MAX = 500;

  public Rejection {
    if (detail.length() > DETAIL_CHARS_MAX) {
      detail = detail.substring(0, DETAIL_CHARS_MAX - 1) + "…";
    }
  }

  public static Rejection of(ErrorCode code, String detail) {
    return new Rejection(code, detail, null);
  }

  /** This rejection as a throwable, for constructors; the edge turns it back into the value. */
  public RejectedException asException() {
    return new RejectedException(this);
  }
}
