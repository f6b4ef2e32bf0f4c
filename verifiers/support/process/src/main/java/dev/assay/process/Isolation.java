package dev.assay.process;

/** What stands between a process and the host. */
public enum Isolation {
  /** Its own session and group, nothing more. */
  NONE,
  /**
   * A bubblewrap sandbox: no network, read-only system, one writable directory, own process
   * namespace, no capabilities, resource limits.
   */
  BWRAP,
  /**
   * A Landlock domain: no writes outside one directory, no TCP, no signals to processes outside,
   * resource limits; processes outside stay visible.
   */
  LANDLOCK;

  /** The name people and records use: {@code none}, {@code bwrap} or {@code landlock}. */
  public String label() {
    return switch (this) {
      case NONE -> "none";
      case BWRAP -> "bwrap";
      case LANDLOCK -> "landlock";
    };
  }
}
