package dev.assay.reexecution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.function.Predicate;

/**
 * What a trusted source holds at the time of one run: names first, contents only of those that are
 * asked for.
 */
interface TrustedFiles {

  /** What it is, for records: the commit's full name, or {@code directory}. */
  String identity();

  /**
   * The files whose path fits.
   *
   * @throws UnavailableException when one of them is no plain file, or they are too many
   */
  NavigableMap<String, TrustedFile> files(Predicate<String> fits)
      throws UnavailableException, IOException, InterruptedException;

  /**
   * One file.
   *
   * @param content a file with its bytes, which nobody else writes
   */
  record TrustedFile(Path content, boolean executable) {}

  /** The source cannot be read as configured: the operator's to repair, not the agent's. */
  final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnavailableException(String why) {
      super(why);
    }

    /** Why, in own words. */
    String why() {
      return String.valueOf(getMessage());
    }
  }
}
