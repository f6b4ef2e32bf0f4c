package dev.assay.artifact;

import java.util.LinkedHashMap;

/** Where the documents are that were stored last, by their digests. Safe for many threads. */
final class RecentDigests {

  /** The place of a document that is not among them. */
  static final long NOWHERE = -1;

  private final int max;
  private final LinkedHashMap<String, Long> places = new LinkedHashMap<>();

  /** At most {@code max} digests. */
  RecentDigests(int max) {
    this.max = max;
  }

  /** The place of {@code sha256}, or {@link #NOWHERE}. */
  synchronized long place(String sha256) {
    return places.getOrDefault(sha256, NOWHERE);
  }

  /** Remembers a place, as that of the last one. */
  synchronized void add(String sha256, long place) {
    places.putLast(sha256, place);
    if (places.size() > max) {
      places.pollFirstEntry();
    }
  }
}
