package dev.assay.process;

/** How the first process of a group ended. */
public sealed interface ProcessEnd {

  /** It called exit: {@code code} is 0 to 255, so an exit with 137 is told apart from a SIGKILL. */
  record Exited(int code) implements ProcessEnd {}

  /** A signal ended it; {@code signal} is a name such as {@code SIGKILL}. */
  record Signalled(String signal) implements ProcessEnd {}

  /** It never ran; {@code reason} says what was tried and what the system answered. */
  record NotStarted(String reason) implements ProcessEnd {}
}
