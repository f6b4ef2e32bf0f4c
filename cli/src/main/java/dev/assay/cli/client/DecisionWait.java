package dev.assay.cli.client;

import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Option;

/** How long a command waits for what the director decides on what a person said. */
final class DecisionWait {

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "how long to wait for the decision (default: 30; 0: do not wait)")
  private int seconds;

  /** The query of the call. */
  String query() {
    return "?wait=" + seconds;
  }

  /**
   * Prints the decision, or {@code kept} where none came; the exit code.
   *
   * @param got 200 with a decision, or 202
   * @param kept a line for people
   */
  int print(PrintWriter out, ApiClient.Answer got, boolean json, String kept) {
    boolean decided = got.status() == 200;
    if (json) {
      Output.json(out, got.body());
    } else if (decided) {
      Decisions.print(out, List.of(got.body()));
    } else {
      out.println(kept);
    }
    out.flush();
    return decided || seconds == 0 ? ExitCode.OK : ExitCode.UNDECIDED;
  }
}
