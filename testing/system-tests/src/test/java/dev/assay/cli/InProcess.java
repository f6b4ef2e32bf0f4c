package dev.assay.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import picocli.CommandLine;

/** Commands in the process of the test: a JVM for each would take a second of processor time. */
public final class InProcess {

  private InProcess() {}

  /**
   * Runs {@code assay <words>}.
   *
   * @param printed gets the output and the errors
   * @return the exit code
   */
  public static int run(List<String> words, Writer printed) {
    PrintWriter writer = new PrintWriter(printed);
    CommandLine line = RootCommand.commandLine();
    line.setOut(writer);
    line.setErr(writer);
    return RootCommand.execute(line, words);
  }
}
