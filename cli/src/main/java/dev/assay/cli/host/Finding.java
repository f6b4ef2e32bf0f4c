package dev.assay.cli.host;

import dev.assay.cli.Output;
import java.io.PrintWriter;

/**
 * What a check tells of one thing.
 *
 * @param result {@link #OK}, {@link #NOTE} or {@link #WRONG}
 */
record Finding(String result, String what, String text) {

  static final String OK = "ok";
  static final String NOTE = "note";
  static final String WRONG = "wrong";

  /** Its line for a person. */
  void print(PrintWriter out) {
    out.printf("%-6s %-16s %s%n", result, Output.plain(what), Output.line(text));
  }
}
