package dev.assay.quick.sql;

/** The time of the run that reads a source is over; nothing is known about the rest. */
public final class RunOverException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the moment it was noticed. */
  public RunOverException(String when) {
    super("the budget of the run was over " + when);
  }
}
