package dev.assay.starlark;

/** A compiled statement. */
abstract class Exec {
  static final int NORMAL = 0;
  static final int BREAK = 1;
  static final int CONTINUE = 2;
  static final int RETURN = 3;

  /** Runs it; answers how control leaves it. */
  abstract int run(Frame frame);

  static int block(Exec[] statements, Frame frame) {
    for (Exec statement : statements) {
      frame.budget.step();
      int completion = statement.run(frame);
      if (completion != NORMAL) {
        return completion;
      }
    }
    return NORMAL;
  }
}
