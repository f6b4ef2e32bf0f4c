package dev.assay.cli;

/** The exit codes of the commands that talk to a running system or host one. */
public final class ExitCode {

  /** Done; for a submission: promoted. */
  public static final int OK = 0;

  /** Checked and found wanting; for a submission: failed. */
  public static final int NEGATIVE = 1;

  /** Neither: inconclusive, or waiting for a person. */
  public static final int UNDECIDED = 2;

  /** The command could not do its work: usage, connection, configuration. */
  public static final int OPERATIONAL = 3;

  /** The table that every help text ends with. */
  static final String TABLE =
      "0 done (submit: promoted), 1 negative (failed, not verified), 2 undecided (inconclusive, or"
          + " waiting for a person), 3 operational error (usage, connection, configuration)";

  private ExitCode() {}
}
