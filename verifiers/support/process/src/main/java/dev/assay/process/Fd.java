package dev.assay.process;

/** One open descriptor of this process, closed exactly once. */
final class Fd implements AutoCloseable {

  /** A place for a descriptor that is not there; {@code poll} skips it. */
  static final int NONE = -1;

  private int number;

  Fd(int number) {
    this.number = number < 0 ? NONE : number;
  }

  /** The two ends of a new pipe. */
  record Pipe(Fd read, Fd write) implements AutoCloseable {

    static Pipe open() {
      int[] ends = Libc.pipe();
      return new Pipe(new Fd(ends[0]), new Fd(ends[1]));
    }

    @Override
    public void close() {
      read.close();
      write.close();
    }
  }

  int number() {
    return number;
  }

  boolean isOpen() {
    return number != NONE;
  }

  @Override
  public void close() {
    if (number != NONE) {
      var _ = Libc.close(number);
      number = NONE;
    }
  }
}
