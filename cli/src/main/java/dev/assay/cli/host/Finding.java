package dev.assay.cli.host;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.assay.cli.Output;
import dev.assay.config.Yaml;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * What a check tells of one thing.
 *
 * @param result {@link #OK}, {@link #NOTE} or {@link #WRONG}
 * @param line where in a file it stands, from 1, when it stands there
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Finding(String result, String what, String text, @Nullable Integer line) {

  static final String OK = "ok";
  static final String NOTE = "note";
  static final String WRONG = "wrong";

  /** A thing that stands nowhere. */
  Finding(String result, String what, String text) {
    this(result, what, text, null);
  }

  /** That {@code what} has a mistake. */
  static Finding wrong(String what, Yaml.Mistake mistake) {
    return new Finding(WRONG, what, mistake.text(), mistake.line());
  }

  /** Its line for a person. */
  void print(PrintWriter out) {
    out.printf("%-6s %-16s %s%n", result, Output.plain(what), Output.line(text));
  }
}
