package dev.assay.starlark;

/** Whether a container may be changed: not when frozen, not while something walks over it. */
abstract class Mutability {
  private boolean frozen;
  private int cursors;

  final boolean isFrozen() {
    return frozen;
  }

  final void markFrozen() {
    frozen = true;
  }

  final void opened() {
    if (!frozen) {
      cursors++;
    }
  }

  final void closed() {
    if (!frozen) {
      cursors--;
    }
  }

  /** Throws unless a change is allowed; {@code verb} and {@code what} word the message. */
  final void changing(String verb, String what) {
    if (frozen) {
      throw StarlarkError.script("cannot " + verb + " frozen " + what);
    }
    if (cursors > 0) {
      throw StarlarkError.script("cannot " + verb + " " + what + " during iteration");
    }
  }
}
