package dev.assay.schemas;

/** The outcome of reading an untrusted input: a value that holds, or why there is none. */
public sealed interface Parsed<T> {

  /** A value whose constructor has checked everything. */
  record Accepted<T>(T value) implements Parsed<T> {}

  /** No value, and why. */
  record Rejected<T>(Rejection rejection) implements Parsed<T> {}
}
