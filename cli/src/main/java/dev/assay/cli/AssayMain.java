package dev.assay.cli;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Where the process begins; a specified command runs without anything of the other commands. */
public final class AssayMain {

  private AssayMain() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.setOut(StandardOutput.of(args.length == 0 ? "" : args[0]));
    System.exit(delivered(run(Arrays.asList(args)), System.out, System.err));
  }

  /**
   * The exit code of a command that ended with {@code code}: 3 when it was to be 0 and what the
   * command wrote did not arrive, since nobody has the answer then.
   */
  static int delivered(int code, PrintStream out, PrintStream err) {
    if (!out.checkError() || code != ExitCode.OK) {
      return code;
    }
    err.println(
        "error: expected standard output to take what the command wrote, found that it did not;"
            + " look for a full disk and run it again [OUTPUT_LOST]");
    return ExitCode.OPERATIONAL;
  }

  static int run(List<String> args) {
    SpecCommand specified = args.isEmpty() ? null : SpecCommand.find(args.getFirst());
    return specified == null
        ? RootCommand.execute(args)
        : specified.run(args.subList(1, args.size()));
  }
}
