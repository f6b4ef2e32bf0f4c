package dev.assay.gate;

import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/** {@code assay hook} and {@code assay init}, which start without the rest of the product. */
public final class GateCli {

  static final int OPERATIONAL = 3;

  private GateCli() {}

  /** Runs {@code assay hook <args>}, of which {@code install} is a command of its own. */
  public static int hook(List<String> args, Surroundings around) {
    return !args.isEmpty() && args.getFirst().equals("install")
        ? run(new CommandLine(new InstallCommand(around)), args.subList(1, args.size()), around)
        : run(new CommandLine(new HookCommand(around)), args, around);
  }

  /** Runs {@code assay init <args>}. */
  public static int init(List<String> args, Surroundings around) {
    return run(new CommandLine(new InitCommand(around)), args, around);
  }

  private static int run(CommandLine line, List<String> args, Surroundings around) {
    line.setOut(new PrintWriter(around.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(around.err(), true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler((e, failing, parsed) -> {
      String code =
          switch (e) {
            case GateException known -> known.code();
            case ConfigException _ -> "CONFIGURATION";
            case IOException _ -> "FILE_UNREADABLE";
            default -> "INTERNAL_ERROR";
          };
      String text =
          e instanceof GateException || e instanceof ConfigException
              ? String.valueOf(e.getMessage())
              : "found " + e.getClass().getSimpleName();
      failing.getErr().println("error: " + StopText.line(text) + " [" + code + "]");
      return OPERATIONAL;
    });
    try {
      return line.execute(args.toArray(String[]::new));
    } finally {
      around.out().flush();
      around.err().flush();
    }
  }
}
