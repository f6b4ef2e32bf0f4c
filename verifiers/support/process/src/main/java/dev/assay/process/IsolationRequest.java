package dev.assay.process;

import java.util.Arrays;
import java.util.Optional;

/** The isolation somebody asks for. */
public enum IsolationRequest {
  /** No isolation. */
  NONE,
  /** The strongest this host offers: bubblewrap, else Landlock, else none. */
  AUTO,
  /** Bubblewrap or nothing. */
  BWRAP,
  /** Landlock or nothing. */
  LANDLOCK;

  /** What the host grants. */
  public sealed interface Answer {

    /**
     * The isolation that will be in force.
     *
     * @param reason why it is weaker than the strongest one, or empty
     */
    record Granted(Isolation isolation, String reason) implements Answer {}

    /** The host cannot give what was asked for; {@code reason} says why and what to do. */
    record Refused(String reason) implements Answer {}
  }

  /** The request named {@code label}, as in {@code --isolation bwrap}. */
  public static Optional<IsolationRequest> parse(String label) {
    return Arrays.stream(values()).filter(value -> value.label().equals(label)).findFirst();
  }

  /** The name people and records use. */
  public String label() {
    return switch (this) {
      case NONE -> "none";
      case AUTO -> "auto";
      case BWRAP -> "bwrap";
      case LANDLOCK -> "landlock";
    };
  }

  /** Asks the host; what it can do is probed once per JVM. */
  public Answer ask() {
    return switch (this) {
      case NONE -> new Answer.Granted(Isolation.NONE, "");
      case BWRAP -> grant(Isolation.BWRAP, Bubblewrap.unavailable());
      case LANDLOCK -> grant(Isolation.LANDLOCK, Landlock.unavailable());
      case AUTO -> strongest();
    };
  }

  private static Answer grant(Isolation isolation, Optional<String> obstacle) {
    return obstacle
        .<Answer>map(Answer.Refused::new)
        .orElseGet(() -> new Answer.Granted(isolation, ""));
  }

  private static Answer strongest() {
    Optional<String> noBubblewrap = Bubblewrap.unavailable();
    if (noBubblewrap.isEmpty()) {
      return new Answer.Granted(Isolation.BWRAP, "");
    }
    Optional<String> noLandlock = Landlock.unavailable();
    return noLandlock.isEmpty()
        ? new Answer.Granted(Isolation.LANDLOCK, noBubblewrap.get())
        : new Answer.Granted(Isolation.NONE, noBubblewrap.get() + "; " + noLandlock.get());
  }

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
}
