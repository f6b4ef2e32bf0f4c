package dev.assay.gate;

import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * {@code assay hook}, {@code assay init} and {@code assay ci}, which start without the rest of the
 * product.
 */
public final class GateCli {

  static final int OPERATIONAL = 3;

  private GateCli() {}

  /** Runs {@code assay hook <args>}, of which {@code install} is a command of its own. */
  public static int hook(List<String> args, Surroundings around) {
    if (!args.isEmpty() && args.getFirst().equals("install")) {
      return People.run(new InstallCommand(around), args.subList(1, args.size()), around);
    }
    Optional<HookOptions> plain = HookOptions.plain(args);
    if (plain.isEmpty()) {
      return People.run(new HookCommand(around), args, around);
    }
    try {
      new HookRun(around, plain.get()).run();
      return 0;
    } catch (Throwable e) {
      around.err().println(line(e));
      return OPERATIONAL;
    } finally {
      around.out().flush();
      around.err().flush();
    }
  }

  /** Runs {@code assay init <args>}. */
  public static int init(List<String> args, Surroundings around) {
    return People.run(new InitCommand(around), args, around);
  }

  /** Runs {@code assay ci <args>}. */
  public static int ci(List<String> args, Surroundings around) {
    return People.ci(args, around);
  }

  /** What the commands are told, by the word that starts them. */
  public static Map<String, CommandLine.Model.CommandSpec> models() {
    Surroundings nowhere =
        new Surroundings(
            InputStream.nullInputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            Map.of(),
            Path.of(""));
    CommandLine hook = new CommandLine(new HookCommand(nowhere));
    hook.addSubcommand("install", new InstallCommand(nowhere));
    Map<String, CommandLine.Model.CommandSpec> models =
        Map.of(
            "hook", hook.getCommandSpec(),
            "init", new CommandLine(new InitCommand(nowhere)).getCommandSpec(),
            "ci", new CommandLine(new CiCommand(nowhere)).getCommandSpec());
    models.forEach((word, spec) -> CommandHelp.add(spec, "assay " + word, People.examples()));
    return models;
  }

  /** An error as people read it, with its code. */
  static String line(Throwable e) {
    String code =
        switch (e) {
          case GateException known -> known.code();
          case ConfigException _ -> "CONFIGURATION";
          case IOException _ -> "FILE_UNREADABLE";
          default -> "INTERNAL_ERROR";
        };
    String text =
        switch (e) {
          case GateException known -> String.valueOf(known.getMessage());
          case ConfigException wrong -> String.valueOf(wrong.getMessage());
          case IOException unreadable -> StopText.unreadable(unreadable);
          default -> StopText.broken(e);
        };
    return "error: " + StopText.line(text) + " [" + code + "]";
  }

  /** Commands that a person types, which are parsed with a library. */
  private static final class People {

    static Map<String, List<String>> examples() {
      return CommandHelp.examples(GateCli.class, "examples.txt");
    }

    static int ci(List<String> args, Surroundings around) {
      CiCommand command = new CiCommand(around);
      return run(command, command::wrong, args, around);
    }

    static int run(Object command, List<String> args, Surroundings around) {
      return run(command, CommandHelp::wrong, args, around);
    }

    private static int run(
        Object command,
        CommandLine.IParameterExceptionHandler wrong,
        List<String> args,
        Surroundings around) {
      CommandLine line = new CommandLine(command);
      CommandHelp.add(line.getCommandSpec(), line.getCommandName(), examples());
      line.setParameterExceptionHandler(wrong);
      line.setOut(new PrintWriter(around.out(), true, StandardCharsets.UTF_8));
      line.setErr(new PrintWriter(around.err(), true, StandardCharsets.UTF_8));
      line.setExecutionExceptionHandler((e, failing, parsed) -> {
        failing.getErr().println(line(e));
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
}
