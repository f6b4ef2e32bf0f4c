package dev.assay.gate;

import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a harness starts for an event, for people: every way to write it, help, and mistakes. */
@Command(
    name = "assay hook",
    description =
        "Answer an event of an agent's harness, whose JSON is on standard input. On a claim of done"
            + " (Stop, SubagentStop, AfterAgent, agentStop, stop) the evidence that .assay.yaml of"
            + " the repository names is gathered and submitted; the agent may stop, or is told in"
            + " the harness's JSON what failed. Calls of tools (PostToolUse, AfterTool,"
            + " afterMCPExecution) are kept as the session's trace. Other events do nothing."
            + " Configure it with: assay hook install.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = GateCli.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 answered, also when the agent is kept from stopping; 3 usage")
final class HookCommand implements Callable<Integer> {

  private final Surroundings around;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "EVENT", description = "what happened, as the harness names it")
  private String event = "";

  @Option(
      names = "--harness",
      required = true,
      paramLabel = "NAME",
      completionCandidates = Harnesses.class,
      description = "claude-code, codex, gemini, copilot, cursor or generic")
  private String harness = "";

  @Option(
      names = "--fail-closed",
      description = "keep the agent from stopping when nothing can be verified, up to three times")
  private boolean closed;

  @Option(names = "--url", paramLabel = "URL", description = AssayHome.URL_DESCRIPTION)
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the token (default: $$ASSAY_TOKEN, else the agents' of ~/.assay)")
  private @Nullable Path tokenFile;

  HookCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    Harness from =
        Harness.named(harness)
            .orElseThrow(() -> usage("--harness out of " + Harness.names(), harness));
    HookEvent what =
        HookEvent.named(event)
            .orElseThrow(
                () -> usage("an event of the harness, such as Stop or PostToolUse", event));
    new HookRun(around, new HookOptions(what, from, closed, url, tokenFile)).run();
    return 0;
  }

  private ParameterException usage(String expected, String found) {
    return new ParameterException(
        spec.commandLine(), "expected " + expected + ", found " + StopText.quoted(found));
  }

  /** What shells complete. */
  private static final class Harnesses implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Harness.values()).map(Harness::wire).iterator();
    }
  }
}
