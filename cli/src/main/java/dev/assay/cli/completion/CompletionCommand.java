package dev.assay.cli.completion;

import dev.assay.cli.Choice;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.cli.SpecCommand;
import dev.assay.gate.GateCli;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script by which a shell completes. */
@Command(
    name = "completion",
    description = {
      "Print the script by which a shell completes commands and options: bash, zsh or fish.",
      "In bash: source <(assay completion bash)."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 usage")
public final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash, zsh or fish")
  private String shell = "";

  @Override
  public Integer call() {
    Shell wanted =
        Arrays.stream(Shell.values())
            .filter(each -> each.word().equals(shell))
            .findFirst()
            .orElseThrow(() ->
                new ParameterException(
                    spec.commandLine(),
                    "expected "
                        + Arrays.stream(Shell.values())
                            .map(Shell::word)
                            .collect(Collectors.joining(", "))
                        + ", found '"
                        + Output.plain(shell)
                        + "'"));
    PrintWriter out = spec.commandLine().getOut();
    out.print(wanted.script(Words.of(spec.root(), models())));
    out.flush();
    return ExitCode.OK;
  }

  /** Commands that parse their own arguments, by the word that starts them. */
  private static Map<String, CommandSpec> models() {
    Map<String, CommandSpec> models = new HashMap<>(GateCli.models());
    for (SpecCommand command : SpecCommand.values()) {
      models.computeIfAbsent(command.word(), _ -> WrittenHelp.model(command.help()));
    }
    return models;
  }

  /** What shells complete. */
  private static final class Shells extends Choice {
    @Override
    protected List<String> values() {
      return Arrays.stream(Shell.values()).map(Shell::word).toList();
    }
  }
}
