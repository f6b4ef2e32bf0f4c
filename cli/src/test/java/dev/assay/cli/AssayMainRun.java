package dev.assay.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** Runs a command of our own grammar in this process, for tests of other packages. */
public final class AssayMainRun {

  private AssayMainRun() {}

  /** What {@code words} print. */
  public static String output(String... words) {
    StringWriter out = new StringWriter();
    var _ = run(out, words);
    return out.toString();
  }

  /** How {@code words} end. */
  public static int exit(String... words) {
    return run(new StringWriter(), words);
  }

  private static int run(StringWriter out, String... words) {
    CommandLine line = RootCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(out));
    return RootCommand.execute(line, List.of(words));
  }
}
