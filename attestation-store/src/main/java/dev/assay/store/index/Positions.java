package dev.assay.store.index;

/**
 * A range of positions in the log.
 *
 * @param from the first one
 * @param below the one behind the last
 */
record Positions(long from, long below) {

  /** No position. */
  static final Positions NONE = new Positions(0, 0);

  /** What {@code query} asks for behind its cursor among the first {@code logSize}. */
  static Positions of(AttestationQuery query, long logSize) {
    if (query.cursor() == null) {
      return new Positions(0, logSize);
    }
    long last = Cursor.attestation(query.cursor());
    return query.order() == AttestationQuery.Order.OLDEST_FIRST
        ? new Positions(last + 1, logSize)
        : new Positions(0, Math.min(logSize, last));
  }

  /** These positions, but only those of the spans from {@code first} to {@code last}. */
  Positions within(long first, long last) {
    return new Positions(
        Math.max(from, first * IndexLimits.SPAN_POSITIONS),
        Math.min(below, (last + 1) * IndexLimits.SPAN_POSITIONS));
  }
}
