package dev.assay.quick.sql;

/** The database could not be opened, or it refused a read. */
public final class SourceException extends Exception {

  private static final long serialVersionUID = 1L;

  /** With the driver's own words as message. */
  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }

  /** With a message of ours. */
  public SourceException(String message) {
    super(message);
  }

  /** The driver's words of {@code cause}, never null. */
  static SourceException of(Exception cause) {
    String message = cause.getMessage();
    return new SourceException(message == null ? cause.getClass().getSimpleName() : message, cause);
  }

  /** The time of the run that reads a source is over; nothing is known about the rest. */
  public static final class RunOverException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the moment it was noticed. */
    public RunOverException(String when) {
      super("the budget of the run was over " + when);
    }
  }
}
