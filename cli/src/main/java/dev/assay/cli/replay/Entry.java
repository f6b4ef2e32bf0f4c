package dev.assay.cli.replay;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A record as it was read from a topic or an export. Its arrays are not to be changed. */
final class Entry {

  private final RecordPosition place;
  private final long timestampMillis;
  private final byte @Nullable [] key;
  private final Headers headers;
  private final byte @Nullable [] value;

  Entry(
      RecordPosition place,
      long timestampMillis,
      byte @Nullable [] key,
      Headers headers,
      byte @Nullable [] value) {
    this.place = place;
    this.timestampMillis = timestampMillis;
    this.key = key;
    this.headers = headers;
    this.value = value;
  }

  RecordPosition place() {
    return place;
  }

  /** As the record has it; negative when its publisher gave none. */
  long timestampMillis() {
    return timestampMillis;
  }

  byte @Nullable [] key() {
    return key;
  }

  Headers headers() {
    return headers;
  }

  byte @Nullable [] value() {
    return value;
  }
}
