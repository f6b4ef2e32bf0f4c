package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.stop.StopGate;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookAnswer;
import dev.assay.schemas.hook.HookEvent;
import dev.assay.schemas.hook.HookPayload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a harness starts for an event: reads its JSON, and answers in its JSON. */
@Command(
    name = "assay hook",
    description =
        "Answer an event of an agent's harness, whose JSON is on standard input. On a claim of done "
            + "(Stop, SubagentStop, AfterAgent, agentStop, stop) the evidence that .assay.yaml of the "
            + "repository names is gathered and submitted; the agent may stop, or is told in the harness's "
            + "JSON what failed. Calls of tools (PostToolUse, AfterTool, afterMCPExecution) are kept as the "
            + "session's trace. Other events do nothing. Configure it with: assay hook install.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = GateCli.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 answered, also when the agent is kept from stopping; 3 usage")
final class HookCommand implements Callable<Integer> {

  /** Whose tools of MCP servers carry the server's name, so that the others can be told apart. */
  private static final Set<Harness> NAMES_SERVERS =
      EnumSet.of(Harness.CLAUDE_CODE, Harness.CODEX, Harness.GEMINI);

  private final Surroundings around;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "EVENT", description = "what happened, as the harness names it")
  private String event = "";

  @Option(
      names = "--harness",
      required = true,
      paramLabel = "NAME",
      description = "claude-code, codex, gemini, copilot, cursor or generic")
  private String harness = "";

  @Option(
      names = "--fail-closed",
      description = "keep the agent from stopping when nothing can be verified, up to three times")
  private boolean closed;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "the running system (default: $$ASSAY_URL or http://127.0.0.1:7070)")
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
  public Integer call() throws IOException, InterruptedException {
    Harness from =
        Harness.named(harness)
            .orElseThrow(() -> usage("--harness out of " + Harness.names(), harness));
    HookEvent what =
        HookEvent.named(event)
            .orElseThrow(
                () -> usage("an event of the harness, such as Stop or PostToolUse", event));
    if (what == HookEvent.OTHER) {
      return 0;
    }
    byte[] payload = around.in().readNBytes(HookPayload.BYTES_MAX + 1);
    switch (payload.length > HookPayload.BYTES_MAX ? tooLarge() : HookPayload.of(payload)) {
      case Parsed.Rejected<HookPayload>(Rejection rejection) -> refused(from, what, rejection);
      case Parsed.Accepted<HookPayload>(HookPayload told) -> told(from, what, told);
    }
    return 0;
  }

  private ParameterException usage(String expected, String found) {
    return new ParameterException(
        spec.commandLine(), "expected " + expected + ", found " + StopText.quoted(found));
  }

  private static Parsed<HookPayload> tooLarge() {
    return new Parsed.Rejected<>(
        Rejection.of(
            ErrorCode.PAYLOAD_TOO_LARGE,
            "expected at most " + HookPayload.BYTES_MAX + " bytes on standard input, found more"));
  }

  private void refused(Harness from, HookEvent what, Rejection rejection) throws IOException {
    if (what == HookEvent.TOOL) {
      tell(rejection.code().name(), rejection.detail());
    } else {
      unjudged(
          from,
          session("unreadable " + from.wire()),
          rejection.code().name(),
          "the harness's event: " + rejection.detail());
    }
  }

  private void told(Harness from, HookEvent what, HookPayload payload)
      throws IOException, InterruptedException {
    String agent = payload.agent();
    SessionFiles session =
        session(from.wire() + ' ' + payload.session() + (agent == null ? "" : ' ' + agent));
    if (what == HookEvent.TOOL) {
      HookPayload.ToolCall call = payload.call();
      if (call != null && !session.keep(call, NAMES_SERVERS.contains(from))) {
        tell("TRACE_FULL", "expected at most " + GateLimits.CALLS_BYTES_MAX + " bytes of calls");
      }
    } else if (payload.claim()) {
      stop(from, payload, session);
    }
  }

  private void stop(Harness from, HookPayload payload, SessionFiles session)
      throws IOException, InterruptedException {
    StopHook hook;
    try {
      hook =
          new StopHook(
              from,
              closed,
              AssayHome.url(url, around.environment()),
              AssayHome.token(tokenFile, around.environment()));
    } catch (GateException e) {
      unjudged(from, session, e.code(), String.valueOf(e.getMessage()));
      return;
    }
    print(from, hook.answer(payload, directory(payload), session));
  }

  private void unjudged(Harness to, SessionFiles session, String code, String text)
      throws IOException {
    StopGate.Step step = StopGate.unjudged(session.memory(), code, text, closed);
    if (closed) {
      session.remember(step.memory());
    }
    print(to, step.answer());
  }

  private SessionFiles session(String name) {
    return new SessionFiles(AssayHome.directory(around.environment()), name);
  }

  private Path directory(HookPayload payload) {
    String named = payload.directory();
    try {
      return named == null ? around.directory() : around.directory().resolve(named);
    } catch (InvalidPathException _) {
      return around.directory();
    }
  }

  private void print(Harness to, HookAnswer answer) {
    Optional<JsonNode> document = to.document(answer);
    PrintStream out = around.out();
    document.ifPresent(node -> out.println(node));
    out.flush();
    if (answer instanceof HookAnswer.Tell(String message)) {
      around.err().println(StopText.line(message));
    }
  }

  private void tell(String code, String text) {
    around.err().println("Assay: " + StopText.line(text) + " [" + code + "]");
  }
}
