package dev.assay.cli.replay;

/**
 * Where a record stands.
 *
 * @param topic the topic's name on the broker
 */
record RecordPosition(String topic, int partition, long offset) {

  @Override
  public String toString() {
    return topic + "/" + partition + "/" + offset;
  }
}
