package dev.assay.store;

/** Is told how far a long job is. */
@FunctionalInterface
public interface Progress {

  /** {@code done} of {@code all} of {@code what} are done. */
  void at(String what, long done, long all);
}
