package dev.assay.cli.replay;

/**
 * What is read of one partition.
 *
 * @param first the oldest offset that is there
 * @param end the offset after the last one that is read
 * @param settled the offset below which the topic's reader had finished: the director for what it
 *     reads, the store for attestations; others have {@code end}
 */
record Extent(int partition, long first, long end, long settled) {

  long records() {
    return Math.max(0, end - first);
  }
}
