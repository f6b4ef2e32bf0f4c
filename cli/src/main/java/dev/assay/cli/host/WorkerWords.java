package dev.assay.cli.host;

/**
 * What {@link WorkerProcess} and {@link WorkerMain} say to each other. The parent writes a line of
 * JSON, the configuration, and then lines of a number and a word; the child answers with a line of
 * that number and the bytes of a text, and the text.
 */
final class WorkerWords {

  /** The number of the answer that tells how the start went. */
  static final long STARTED = 0;

  /** The answer of a worker that works; any other is its trouble in words. */
  static final String READY = "ready";

  static final String HEALTH = "health";
  static final String METRICS = "metrics";
  static final String STOP = "stop";

  private WorkerWords() {}

  /** A line of the parent. */
  record Asked(long number, String word) {

    static Asked of(String line) {
      int space = line.indexOf(' ');
      return new Asked(Long.parseLong(line.substring(0, space)), line.substring(space + 1));
    }

    String line() {
      return number + " " + word;
    }
  }
}
