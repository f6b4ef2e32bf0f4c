package dev.assay.cli;

import java.util.Arrays;
import java.util.List;

/** Where the process begins; a specified command runs without anything of the other commands. */
public final class AssayMain {

  private AssayMain() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    int code = run(Arrays.asList(args));
    System.out.flush();
    System.exit(code);
  }

  static int run(List<String> args) {
    SpecifiedCommand specified = args.isEmpty() ? null : SpecifiedCommand.find(args.getFirst());
    return specified == null
        ? RootCommand.execute(args)
        : specified.run(args.subList(1, args.size()));
  }
}
