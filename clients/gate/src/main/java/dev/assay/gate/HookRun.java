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
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers one event of a harness. */
record HookRun(Surroundings around, HookOptions options) {

  /** Whose tools of MCP servers carry the server's name, so that the others can be told apart. */
  private static final Set<Harness> NAMES_SERVERS =
      EnumSet.of(Harness.CLAUDE_CODE, Harness.CODEX, Harness.GEMINI);

  /** The session of an event that cannot be read, so that its trace is known to lack a call. */
  private static final Pattern SESSION =
      Pattern.compile(
          "\"(?:session_id|sessionId|conversation_id|conversationId)\"\\s*:\\s*"
              + "\"([^\"\\\\]{1,4096})\"");

  /** That a hook has kept the agent already, in an event that cannot be read. */
  private static final Pattern ACTIVE =
      Pattern.compile("\"(?:stop_hook_active|stopHookActive)\"\\s*:\\s*true");

  /**
   * Reads the event and prints the answer. A claim of done is answered whatever goes wrong, since a
   * harness takes a command that breaks for one that has nothing to say.
   */
  void run() throws IOException {
    switch (options.event()) {
      case OTHER -> {
        // Nothing is asked.
      }
      case TOOL -> {
        try {
          answer(read());
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
        }
      }
      case STOP -> stop();
    }
  }

  private byte[] read() throws IOException {
    return around.in().readNBytes(HookPayload.BYTES_MAX + 1);
  }

  private void stop() {
    byte[] payload = new byte[0];
    try {
      payload = read();
      answer(payload);
    } catch (Throwable e) {
      boolean active = ACTIVE.matcher(new String(payload, StandardCharsets.UTF_8)).find();
      unjudged(
          session(told("broken ", payload)),
          active,
          e instanceof IOException ? "FILE_UNREADABLE" : "INTERNAL_ERROR",
          e instanceof IOException file ? StopText.unreadable(file) : StopText.broken(e));
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void answer(byte[] payload) throws IOException, InterruptedException {
    Parsed<HookPayload> read =
        payload.length > HookPayload.BYTES_MAX ? tooLarge() : HookPayload.of(payload);
    if (read instanceof Parsed.Accepted<HookPayload>(HookPayload told)) {
      told(told);
    } else if (read instanceof Parsed.Rejected<HookPayload>(Rejection rejection)) {
      refused(rejection, payload);
    }
  }

  private static Parsed<HookPayload> tooLarge() {
    return new Parsed.Rejected<>(
        Rejection.of(
            ErrorCode.PAYLOAD_TOO_LARGE,
            "expected at most " + HookPayload.BYTES_MAX + " bytes on standard input, found more"));
  }

  private void refused(Rejection rejection, byte[] payload) throws IOException {
    if (options.event() == HookEvent.TOOL) {
      Matcher named = SESSION.matcher(new String(payload, StandardCharsets.UTF_8));
      if (named.find()) {
        session(options.harness().wire() + ' ' + named.group(1)).lost();
      }
      tell(rejection.code().name(), rejection.detail());
    } else {
      unjudged(
          session(told("unreadable ", payload)),
          ACTIVE.matcher(new String(payload, StandardCharsets.UTF_8)).find(),
          rejection.code().name(),
          "the harness's event: " + rejection.detail());
    }
  }

  /** What is counted for an event that cannot be read: its session's own when it names one. */
  private String told(String why, byte[] payload) {
    Matcher named = SESSION.matcher(new String(payload, StandardCharsets.UTF_8));
    return why + options.harness().wire() + (named.find() ? ' ' + named.group(1) : "");
  }

  private void told(HookPayload payload) throws IOException, InterruptedException {
    String agent = payload.agent();
    String whole = options.harness().wire() + ' ' + payload.session();
    SessionFiles session =
        agent == null
            ? session(whole)
            : new SessionFiles(
                AssayHome.directory(around.environment()), whole + ' ' + agent, whole);
    if (options.event() == HookEvent.TOOL) {
      called(payload.call(), session);
    } else if (payload.claim()) {
      stop(payload, session);
    } else if (payload.background()) {
      print(StopGate.background());
    }
  }

  private void called(HookPayload.@Nullable ToolCall call, SessionFiles session)
      throws IOException {
    if (call == null) {
      session.lost();
      tell("EVIDENCE_INCOMPLETE", "expected the name of a tool in tool_name, found none");
    } else if (!session.keep(call, NAMES_SERVERS.contains(options.harness()))) {
      if (call.params() == null) {
        tell("EVIDENCE_INCOMPLETE", "expected an object in tool_input, found another value");
      } else {
        tell("TRACE_FULL", "expected at most " + GateLimits.CALLS_BYTES_MAX + " bytes of calls");
      }
    }
  }

  private void stop(HookPayload payload, SessionFiles session) throws InterruptedException {
    StopHook hook;
    try {
      hook =
          new StopHook(
              options.harness(),
              options.closed(),
              AssayHome.url(options.url(), around.environment()),
              AssayHome.token(options.tokenFile(), around.environment()),
              around.environment());
    } catch (GateException e) {
      unjudged(session, payload.active(), e.code(), String.valueOf(e.getMessage()));
      return;
    }
    print(hook.answer(payload, directory(payload), session));
  }

  private void unjudged(SessionFiles session, boolean active, String code, String text) {
    print(new Unjudged(options.closed()).answer(session, active, code, text));
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

  private void print(HookAnswer answer) {
    Optional<JsonNode> document = options.harness().document(answer);
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
