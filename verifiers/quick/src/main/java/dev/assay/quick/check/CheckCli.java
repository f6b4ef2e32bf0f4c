package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.cli.ErrorEnvelope;
import dev.assay.quick.cli.Flags;
import dev.assay.quick.cli.TextOutput;
import dev.assay.toolcalls.json.JsonText;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code assay check}: replays a contract and prints its certificate. Writes no file. */
public final class CheckCli {

  private static final int EXIT_NO_VERDICT = 3;

  private CheckCli() {}

  /** Runs in the working directory and environment of this process. */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, Path.of(""), System.getenv(), Sleeper.system(), out, err);
  }

  /**
   * Runs the command.
   *
   * @param args after {@code check}
   * @param directory that relative paths start from
   * @param environment {@code PGPASSWORD} is read from it
   * @param sleeper the time that eventual consistency waits by
   * @return 0 matches, 1 does not match, 2 not established, 3 no verdict
   */
  public static int run(
      List<String> args,
      Path directory,
      Map<String, String> environment,
      Sleeper sleeper,
      PrintStream out,
      PrintStream err) {
    if (Flags.wantsHelp(args)) {
      TextOutput.print(out, CheckArguments.HELP);
      return 0;
    }
    try {
      CheckArguments arguments = CheckArguments.parse(args);
      ContractRun run = ContractRun.run(arguments, directory, environment, sleeper);
      TextOutput.print(out, JsonText.stable(run.certificate()) + "\n");
      if (out.checkError()) {
        throw new CommandException(
            ErrorCode.INTERNAL_ERROR,
            "expected standard output to take the certificate, found it closed");
      }
      if (arguments.humanReport()) {
        TextOutput.print(err, run.humanReport() + "\n");
      }
      return run.exitCode();
    } catch (CommandException e) {
      ErrorEnvelope.write(err, e.code(), String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      ErrorEnvelope.write(err, ErrorCode.INTERNAL_ERROR, "a defect or lack of memory: " + e);
    }
    return EXIT_NO_VERDICT;
  }
}
