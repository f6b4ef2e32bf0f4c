package dev.assay.quick.verify;

/** What asking for a related row showed. */
public sealed interface RelatedOutcome {

  /** Some row carries the values. */
  record Present() implements RelatedOutcome {}

  /** No row carries the values. */
  record Absent() implements RelatedOutcome {}

  /** The database answered with something that is neither true nor false. */
  record Unusable() implements RelatedOutcome {}

  /** The database refused the read; {@code message} is the driver's. */
  record ConnectorError(String message) implements RelatedOutcome {}
}
