package dev.assay.cli.replay;

/**
 * A record that cannot be read, or is not what was written.
 *
 * @param timeMillis the record's time when it is known, otherwise 0
 */
record Damage(RecordPosition place, long timeMillis, String expected, String found) {

  Difference difference() {
    return new Difference(
        Difference.Code.RECORD_DAMAGED, timeMillis, place, null, null, expected, found);
  }
}
