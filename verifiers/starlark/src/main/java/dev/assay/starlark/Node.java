package dev.assay.starlark;

/** A compiled expression. */
abstract class Node {
  static final Node[] NONE = new Node[0];

  abstract StarlarkValue eval(Frame frame);
}
