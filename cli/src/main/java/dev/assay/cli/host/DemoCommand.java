package dev.assay.cli.host;

import dev.assay.cli.ExitCode;
import dev.assay.cli.demo.AgentDemo;
import dev.assay.service.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stories that a system of its own is started for, in a directory that is removed afterwards. */
@Command(
    name = "demo",
    description =
        "Start a system in a directory of its own, tell a story with it, and stop: agent is the one of"
            + " an agent that says that it is done, and is not. No model is needed.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 it went as it should, 1 it did not, 3 error")
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "STORY", description = "agent")
  private String story = "";

  @Override
  public Integer call() throws Exception {
    if (!story.equals("agent")) {
      throw new ParameterException(
          spec.commandLine(), "expected the story agent, found '" + story + "'");
    }
    Path home = Files.createTempDirectory("assay-demo");
    try {
      AgentDemo demo = AgentDemo.prepared(home);
      CommandLine up =
          new CommandLine(new UpCommand((url, token, out, _) -> demo.tell(url, token, out)));
      return up.setOut(spec.commandLine().getOut())
          .setErr(spec.commandLine().getErr())
          .setExecutionExceptionHandler(spec.commandLine().getExecutionExceptionHandler())
          .execute("--port", "0", "--data-dir", home.toString());
    } finally {
      Trees.empty(home);
      Files.delete(home);
    }
  }
}
