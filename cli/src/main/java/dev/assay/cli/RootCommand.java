package dev.assay.cli;

import dev.assay.cli.audit.AuditCommand;
import dev.assay.cli.client.ApprovalsCommand;
import dev.assay.cli.client.AttestationsCommand;
import dev.assay.cli.client.DeadLettersCommand;
import dev.assay.cli.client.ExplainCommand;
import dev.assay.cli.client.FailuresCommand;
import dev.assay.cli.client.KeysCommand;
import dev.assay.cli.client.PromotionsCommand;
import dev.assay.cli.client.SubmitCommand;
import dev.assay.cli.client.WatchCommand;
import dev.assay.cli.client.WorkItemsCommand;
import dev.assay.cli.completion.CompletionCommand;
import dev.assay.cli.host.AdminCommand;
import dev.assay.cli.host.ConfigCommand;
import dev.assay.cli.host.DemoCommand;
import dev.assay.cli.host.PolicyCommand;
import dev.assay.cli.host.ServiceCommand;
import dev.assay.cli.host.TokensCommand;
import dev.assay.cli.host.UpCommand;
import dev.assay.cli.host.VerifiersCommand;
import dev.assay.cli.log.LogCommand;
import dev.assay.cli.log.WitnessCommand;
import dev.assay.cli.mcp.McpCommand;
import dev.assay.cli.replay.ExportCommand;
import dev.assay.cli.replay.ReplayCommand;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.gate.CommandHelp;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.schemas.ConfigException;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.worker.WorkerProcess;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The assay command with the subcommands whose grammar is ours. */
@Command(
    name = "assay",
    description = "Verifies what agents claim: real checks, signed attestations, a public log.",
    version = "assay 0.1.0",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    exitCodeOnExecutionException = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = ExitCode.TABLE,
    subcommands = {
      UpCommand.class,
      DemoCommand.class,
      ServiceCommand.Ingest.class,
      ServiceCommand.Worker.class,
      ServiceCommand.Director.class,
      ServiceCommand.Store.class,
      AdminCommand.class,
      ConfigCommand.class,
      PolicyCommand.class,
      VerifiersCommand.class,
      TokensCommand.class,
      SubmitCommand.class,
      WatchCommand.class,
      WorkItemsCommand.class,
      ExplainCommand.class,
      ApprovalsCommand.class,
      AttestationsCommand.class,
      PromotionsCommand.class,
      FailuresCommand.class,
      KeysCommand.class,
      LogCommand.class,
      WitnessCommand.class,
      AuditCommand.class,
      McpCommand.class,
      DeadLettersCommand.class,
      ReplayCommand.class,
      ExportCommand.class,
      SchemaCommand.class,
      CompletionCommand.class,
      ManCommand.class
    })
final class RootCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected a command, found none; see assay --help");
  }

  /** Runs {@code args}; the answer is the exit code. */
  static int execute(List<String> args) {
    return execute(commandLine(), args);
  }

  static int execute(CommandLine line, List<String> args) {
    return args.stream()
        .filter(LocaleText::damaged)
        .findFirst()
        .map(damaged -> failed(LocaleText.unreadable(damaged), line.getErr(), args))
        .orElseGet(() -> line.execute(args.toArray(String[]::new)));
  }

  /** The commands of our own grammar, and the names of the others for the help text. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new RootCommand());
    for (SpecCommand specified : SpecCommand.values()) {
      line.getCommandSpec()
          .addSubcommand(
              specified.word(),
              CommandSpec.create()
                  .usageMessage(
                      new CommandLine.Model.UsageMessageSpec().description(specified.summary())));
    }
    inSentences(line.getCommandSpec());
    CommandHelp.add(
        line.getCommandSpec(), "assay", CommandHelp.examples(RootCommand.class, "examples.txt"));
    line.setParameterExceptionHandler(CommandHelp::wrong);
    line.setOut(writer(System.out));
    line.setExecutionExceptionHandler((e, failing, parsed) ->
        failed(
            e instanceof InvalidPathException path ? LocaleText.unnameable(path) : e,
            failing.getErr(),
            parsed.originalArgs()));
    return line;
  }

  /**
   * The first sentence of a description, which lists of commands show, and the rest: lines of the
   * source are no lines of the help.
   */
  private static void inSentences(CommandSpec command) {
    String text = String.join(" ", command.usageMessage().description());
    int end = text.indexOf(". ") + 1;
    command
        .usageMessage()
        .description(
            end == 0
                ? new String[] {text}
                : new String[] {text.substring(0, end), text.substring(end + 1)});
    command.subcommands().values().forEach(below -> inSentences(below.getCommandSpec()));
  }

  /** A writer that knows when {@code out} lost something, which picocli's own does not. */
  static PrintWriter writer(PrintStream out) {
    return new PrintWriter(out, true, StandardCharsets.UTF_8);
  }

  private static int failed(Exception e, PrintWriter err, List<String> args) {
    boolean json = args.contains("--json");
    String code =
        switch (e) {
          case CommandException command -> command.code();
          case ConfigException _, RejectedInputException _ -> "CONFIGURATION";
          case TransientException _ -> "BROKER_UNAVAILABLE";
          case dev.assay.artifact.ArtifactException.StoreUnavailableException _ ->
              "ARTIFACTS_UNREACHABLE";
          case dev.assay.store.fault.StoreUnavailableException _ -> "STORE_UNREACHABLE";
          case StoreCorruptException _ -> "STORE_CONTRADICTION";
          case WorkerProcess.UnavailableException _ -> "WORKER_UNAVAILABLE";
          case UncheckedIOException broken when broken.getCause() instanceof BindException ->
              "PORT_IN_USE";
          default -> "INTERNAL_ERROR";
        };
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    err.println(
        json
            ? Output.compact(Map.of("code", code, "detail", message))
            : "error: " + message + " [" + code + "]");
    err.flush();
    return ExitCode.OPERATIONAL;
  }
}
