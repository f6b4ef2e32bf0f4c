package dev.assay.schemas.hook;

/** What a hook says to a harness. */
public sealed interface HookAnswer {

  /** Nothing: the agent may stop. */
  record Silent() implements HookAnswer {}

  /** The agent may stop; {@code message} is for the person. */
  record Tell(String message) implements HookAnswer {}

  /** The agent goes on; {@code reason} is its next instruction. */
  record Block(String reason) implements HookAnswer {}
}
