package dev.assay.delegation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.Delegation;
import dev.assay.delegation.Delegation.DelegationRequest;
import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.DelegationRecording;
import dev.assay.delegation.hook.HookDirectory;
import dev.assay.delegation.hook.HookFormatException;
import dev.assay.delegation.hook.HookedVerification;
import dev.assay.delegation.hook.Hooks;
import dev.assay.delegation.script.InlineVerifier;
import dev.assay.delegation.telemetry.DelegationSpan;
import dev.assay.delegation.telemetry.OtlpTelemetry;
import dev.assay.delegation.vocabulary.ScriptGrants;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.egress.EgressPolicy;
import dev.assay.process.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code assay delegate}: runs a delegate until its result is verified.
 *
 * <p>Exit codes: 0 verified, or nothing checked it, which a warning says; the result is one JSON
 * object on standard output; 1 attempts exhausted; 2 usage; 3 a verifier or hook is broken, or the
 * delegate failed. After a failure standard output is empty and the last line of standard error is
 * one JSON object {@code {"kind","op","message","attempts","reason"}}.
 */
public final class DelegationCli {

  /** Tells a delegate how many delegations it is inside of. */
  public static final String DEPTH_VARIABLE = "ASSAY_DELEGATION_DEPTH";

  /** Where spans are exported over OTLP/HTTP; nothing is exported without it. */
  public static final String ENDPOINT_VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

  /** W3C trace context: of the caller, and renewed for the delegate. */
  public static final String TRACE_VARIABLE = "TRACEPARENT";

  private static final int VERIFIED = 0;
  private static final int EXHAUSTED = 1;
  private static final int USAGE = 2;
  private static final int BROKEN = 3;

  private final DelegationArguments arguments;
  private final ErrorOutput errors;
  private final Path directory;
  private final Map<String, String> env;

  private DelegationCli(
      DelegationArguments arguments, ErrorOutput errors, Path directory, Map<String, String> env) {
    this.arguments = arguments;
    this.errors = errors;
    this.directory = directory;
    this.env = env;
  }

  /** Runs the command; the answer is the exit code. */
  public static int run(
      List<String> args,
      InputStream in,
      PrintStream out,
      PrintStream err,
      Path cwd,
      Map<String, String> env) {
    ErrorOutput errors = new ErrorOutput(err);
    try {
      DelegationArguments arguments = DelegationArguments.parse(args);
      if (arguments.help) {
        print(out, DelegationArguments.HELP);
        return VERIFIED;
      }
      String result = new DelegationCli(arguments, errors, cwd, env).verifiedResult();
      errors.silence();
      print(out, result + "\n");
      return VERIFIED;
    } catch (DelegationException e) {
      errors.conclude(DelegationJson.line(document(e)));
      return e.op().equals("delegation.usage") ? USAGE : e.isExhausted() ? EXHAUSTED : BROKEN;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      errors.conclude(
          DelegationJson.line(
              document(DelegationException.refused("the command was interrupted", 0))));
      return BROKEN;
    }
  }

  private static void print(PrintStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    out.flush();
  }

  private static ObjectNode document(DelegationException e) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", e.kind().wire())
        .put("op", e.op())
        .put("message", String.valueOf(e.getMessage()))
        .put("attempts", e.attempts())
        .put("reason", e.reason());
  }

  private String verifiedResult() throws DelegationException, InterruptedException {
    DelegationRequest request =
        new DelegationRequest(task(), arguments.kind, depth(), arguments.maxVerifyRetries);
    HookedVerification verification = verification();
    String endpoint = env.getOrDefault(ENDPOINT_VARIABLE, "");
    if (endpoint.isEmpty()) {
      return verifiedResult(request, verification, DelegationRecording.NONE, env);
    }
    try (OtlpTelemetry telemetry = telemetry(endpoint)) {
      String parent = env.getOrDefault(TRACE_VARIABLE, "");
      DelegationSpan span =
          DelegationSpan.begin(
              telemetry.openTelemetry(),
              request,
              parent.isEmpty() ? Map.of() : Map.of("traceparent", parent));
      Map<String, String> inside = new LinkedHashMap<>(env);
      inside.put(TRACE_VARIABLE, span.traceparent());
      return verifiedResult(request, verification, span, inside);
    }
  }

  private static OtlpTelemetry telemetry(String endpoint) throws DelegationException {
    try {
      return OtlpTelemetry.to(endpoint);
    } catch (IllegalArgumentException e) {
      throw DelegationException.usage(
          "expected a URL in " + ENDPOINT_VARIABLE + ", found '" + endpoint + "'");
    }
  }

  private String verifiedResult(
      DelegationRequest request,
      HookedVerification verification,
      DelegationRecording recording,
      Map<String, String> environment)
      throws DelegationException, InterruptedException {
    try (ProcessDelegate delegate =
        new ProcessDelegate(command(request, environment), arguments.attemptTime, errors)) {
      Delegation.Accepted accepted =
          new Delegation(verification, verification).run(request, delegate, recording);
      if (verification.enabled() && !accepted.verified()) {
        errors.line("warning: no check ran; the result is the delegate's word alone");
      }
      return DelegationJson.line(accepted.result().json());
    }
  }

  private String task() throws DelegationException {
    String task = String.valueOf(arguments.task);
    Optional<Path> file = existingFile(task);
    String text =
        file.isPresent() ? text("--task", file.get(), DelegationLimits.TASK_CHARS_MAX) : task;
    if (text.length() > DelegationLimits.TASK_CHARS_MAX) {
      throw DelegationException.usage(
          "expected a task of at most " + DelegationLimits.TASK_CHARS_MAX + " characters");
    }
    return text;
  }

  private Optional<Path> existingFile(String text) {
    try {
      Path path = directory.resolve(text);
      return Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static String text(String option, Path file, int bytesMax) throws DelegationException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(bytesMax + 1);
      if (bytes.length > bytesMax) {
        throw DelegationException.usage(
            option + ": expected a file of at most " + bytesMax + " bytes, found a larger one");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw DelegationException.usage(option + ": expected UTF-8 text, found other bytes");
    } catch (IOException _) {
      throw DelegationException.usage(option + ": expected a readable file, found " + file);
    }
  }

  private int depth() throws DelegationException {
    String depth = env.getOrDefault(DEPTH_VARIABLE, "0");
    try {
      return Math.max(0, Integer.parseInt(depth));
    } catch (NumberFormatException _) {
      throw DelegationException.usage(
          "expected a number in " + DEPTH_VARIABLE + ", found '" + depth + "'");
    }
  }

  private Command command(DelegationRequest request, Map<String, String> variables)
      throws DelegationException {
    Map<String, String> environment = new LinkedHashMap<>(variables);
    environment.put(DEPTH_VARIABLE, Integer.toString(request.depth() + 1));
    try {
      return new Command(arguments.command, environment, directory, List.of());
    } catch (IllegalArgumentException e) {
      throw DelegationException.usage(String.valueOf(e.getMessage()));
    }
  }

  private HookedVerification verification() throws DelegationException {
    Vocabulary vocabulary = vocabulary();
    Optional<InlineVerifier> script = Optional.empty();
    String verify = arguments.verify;
    if (verify != null) {
      String source = text("--verify", path("--verify", verify), DelegationLimits.SCRIPT_BYTES_MAX);
      script = Optional.of(new InlineVerifier(source, vocabulary));
    }
    return new HookedVerification(script, hooks(vocabulary));
  }

  private Hooks hooks(Vocabulary vocabulary) throws DelegationException {
    String hooks = arguments.hooks;
    if (hooks == null) {
      return Hooks.none();
    }
    try {
      Path files = existingDirectory("--hooks", hooks);
      return Hooks.load(HookDirectory.read(files), vocabulary, errors::line);
    } catch (HookFormatException e) {
      String problem = String.valueOf(e.getMessage());
      throw e.isScript()
          ? DelegationException.brokenHook(problem)
          : DelegationException.config(problem);
    } catch (IOException _) {
      throw DelegationException.usage("--hooks: expected a readable directory, found " + hooks);
    }
  }

  private Vocabulary vocabulary() throws DelegationException {
    List<Path> roots = new ArrayList<>();
    for (String root : arguments.roots.isEmpty() ? List.of(".") : arguments.roots) {
      roots.add(existingDirectory("--roots", root));
    }
    Map<String, String> readable = new LinkedHashMap<>(env);
    readable.keySet().retainAll(arguments.variables);
    return new Vocabulary(
        new ScriptGrants(
            roots,
            directory,
            new EgressPolicy(arguments.allowHosts),
            readable,
            arguments.verifyArgs,
            line -> errors.line("[script] " + line),
            InstantSource.system()));
  }

  private Path existingDirectory(String option, String text) throws DelegationException {
    Path path = path(option, text);
    if (!Files.isDirectory(path)) {
      throw DelegationException.usage(
          option + ": expected an existing directory, found '" + text + "'");
    }
    return path;
  }

  private Path path(String option, String text) throws DelegationException {
    try {
      return directory.resolve(text);
    } catch (InvalidPathException _) {
      throw DelegationException.usage(option + ": expected a path, found '" + text + "'");
    }
  }
}
