package dev.assay.schemas;

/** A record that could be read and that a later step failed on. */
public final class Unprocessable {

  private Unprocessable() {}

  /** The refusal of a record that {@code failure} came of; its text may hold the record's. */
  public static Rejection rejection(Throwable failure) {
    return Rejection.of(
        ErrorCode.UNPROCESSABLE_RECORD,
        "expected a record that every step can process, found "
            + failure.getClass().getSimpleName()
            + " at "
            + place(failure)
            + "; next: report it; after an upgrade, assay dead-letters replay");
  }

  private static String place(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    return frames.length == 0 ? "an unknown place" : frames[0].toString();
  }
}
