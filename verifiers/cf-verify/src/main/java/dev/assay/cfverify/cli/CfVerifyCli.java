package dev.assay.cfverify.cli;

import dev.assay.cfverify.ReportFiles;
import dev.assay.cfverify.ReportJson;
import dev.assay.cfverify.SubResultVerification;
import dev.assay.cfverify.SubResultVerification.ClaimOutcome;
import dev.assay.cfverify.VerifyReport;
import dev.assay.cfverify.cli.SettingsReader.Settings;
import dev.assay.cfverify.document.SubResultLimits;
import dev.assay.cfverify.document.SubResultReader;
import dev.assay.cfverify.document.SubResultReader.Parsed;
import dev.assay.cfverify.evidence.EvidenceFiles;
import dev.assay.cfverify.evidence.Reruns;
import dev.assay.cfverify.evidence.Reruns.RerunLimits;
import dev.assay.cfverify.evidence.SearchEndpoint;
import dev.assay.cfverify.evidence.WebReruns;
import dev.assay.cfverify.judge.ConsistencyJudge;
import dev.assay.cfverify.judge.ConsistencyJudge.DowngradingJudge;
import dev.assay.cfverify.judge.DeterministicJudge;
import dev.assay.cfverify.judge.ModelEndpoint;
import dev.assay.cfverify.judge.ModelJudge;
import dev.assay.egress.AllowedHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code assay cf-verify}: exactly one VerifyReport.v1 on standard output, whatever
 * happens; notices go to standard error.
 */
public final class CfVerifyCli {

  /** Every sampled claim holds. */
  public static final int EXIT_OK = 0;

  /** A sampled claim does not hold, or the input is no SubResult.v1. */
  public static final int EXIT_FAILED = 1;

  /** The arguments are wrong; nothing was verified or written. */
  public static final int EXIT_USAGE = 2;

  /** The report could not be written to a file; it is on standard output all the same. */
  public static final int EXIT_NOT_WRITTEN = 3;

  /** Nothing failed, but not every sampled claim could be verified. */
  public static final int EXIT_PARTIAL = 4;

  /** Environment variable with the model endpoint's bearer token. */
  private static final String MODEL_KEY_VARIABLE = "ASSAY_CF_MODEL_KEY";

  private static final int SHOWN_ID_CHARS = 80;

  private static final String HELP =
      """
      usage: assay cf-verify --result <file|json|-> [--risk low|medium|high] [--out <path>]
                             [--root <dir>] [--jail] [--allow-host <host[:port]>]...
                             [--search-url <url>] [--model-url <url> --model <name>]

      Re-reads the evidence of a sample of a SubResult.v1's claims and prints one
      VerifyReport.v1 as JSON.

        --result      inline JSON (begins with {), a file, or - for standard input
        --risk        share of claims re-read: low 5 %, medium 15 % (default), high 30 %
        --out         also write the report here
        --root        project root (default: the working directory)
        --jail        read no evidence outside the root, links resolved
        --allow-host  let web_fetch reruns reach this host; also ASSAY_CF_ALLOW_HOSTS=a,b
        --search-url  endpoint for web_search reruns; also ASSAY_CF_SEARCH_URL
        --model-url   OpenAI-compatible endpoint of a model that may object to claims which
                      otherwise hold; its bearer token is read from ASSAY_CF_MODEL_KEY

      Examples:
        assay cf-verify --result result.json --risk high --root .
        assay cf-verify --result - --jail < result.json

      exit codes: 0 ok, 1 failed, 2 usage, 3 the report could not be written, 4 partial
      """;

  private final Path root;
  private final Arguments arguments;
  private final InputStream in;
  private final PrintStream err;
  private final @Nullable String modelKey;

  private CfVerifyCli(
      Path root, Arguments arguments, InputStream in, PrintStream err, @Nullable String modelKey) {
    this.root = root;
    this.arguments = arguments;
    this.in = in;
    this.err = err;
    this.modelKey = modelKey;
  }

  /**
   * Runs the command and returns its exit code.
   *
   * @param args the words after {@code cf-verify}
   * @param cwd the working directory, absolute
   */
  public static int run(
      List<String> args,
      InputStream in,
      PrintStream out,
      PrintStream err,
      Path cwd,
      Map<String, String> environment) {
    try {
      Arguments arguments = Arguments.parse(args, environment);
      if (arguments.result() == null) {
        out.write(HELP.getBytes(StandardCharsets.UTF_8), 0, HELP.length());
        out.flush();
        return EXIT_OK;
      }
      return new CfVerifyCli(
              rootOf(arguments, cwd), arguments, in, err, environment.get(MODEL_KEY_VARIABLE))
          .verify(out);
    } catch (Arguments.UsageException e) {
      err.println("error: " + e.problem() + ". next: see assay cf-verify --help");
      print(out, ReportJson.bytes(VerifyReport.invalidInput(e.problem())));
      return EXIT_USAGE;
    }
  }

  private int verify(PrintStream out) throws Arguments.UsageException {
    Settings settings = SettingsReader.read(root);
    settings.problems().forEach(p -> warn("settings " + Settings.FILE + ": " + p));
    VerifyReport report;
    ModelEndpoint endpoint = modelEndpoint();
    try (Reruns reruns = reruns();
        ModelJudge model = endpoint == null ? null : new ModelJudge(endpoint)) {
      ConsistencyJudge judge = DeterministicJudge.asSpecified();
      report = report(settings, model == null ? judge : new DowngradingJudge(judge, model), reruns);
    }
    byte[] json = ReportJson.bytes(report);
    boolean kept = persist(settings, report.taskId(), json);
    boolean copied = writeOut(json);
    print(out, json);
    if (!kept || !copied) {
      return EXIT_NOT_WRITTEN;
    }
    return switch (report.status()) {
      case OK -> EXIT_OK;
      case FAILED -> EXIT_FAILED;
      case PARTIAL -> EXIT_PARTIAL;
    };
  }

  private VerifyReport report(Settings settings, ConsistencyJudge judge, Reruns reruns) {
    return switch (read()) {
      case Parsed.Invalid(String problem) -> VerifyReport.invalidInput(problem);
      case Parsed.Valid(var subResult) -> {
        try {
          EvidenceFiles files =
              arguments.jail() ? EvidenceFiles.jailed(root) : EvidenceFiles.anywhere(root);
          SubResultVerification.Outcome outcome =
              new SubResultVerification(files, judge, reruns)
                  .verify(subResult, arguments.risk(), settings.sampleRates());
          outcome.claims().forEach(this::noteUnverifiable);
          yield outcome.report();
        } catch (IOException e) {
          throw new IllegalStateException("the verification was interrupted", e);
        }
      }
    };
  }

  private Parsed read() {
    String result = String.valueOf(arguments.result());
    if (result.stripLeading().startsWith("{")) {
      return SubResultReader.read(result);
    }
    if (result.equals("-")) {
      return read(in);
    }
    Path file;
    try {
      file = root.resolve(result);
    } catch (InvalidPathException e) {
      return new Parsed.Invalid("expected a file name after --result, found none");
    }
    if (Files.isDirectory(file)) {
      return new Parsed.Invalid("expected a file after --result, found a directory");
    }
    try (InputStream content = Files.newInputStream(file)) {
      return read(content);
    } catch (IOException e) {
      return new Parsed.Invalid("expected a readable file after --result, found none");
    }
  }

  private static Parsed read(InputStream content) {
    try {
      byte[] bytes = content.readNBytes(SubResultLimits.DOCUMENT_BYTES_MAX + 1);
      return bytes.length > SubResultLimits.DOCUMENT_BYTES_MAX
          ? new Parsed.Invalid(
              "expected at most " + SubResultLimits.DOCUMENT_BYTES_MAX + " bytes, found more")
          : SubResultReader.read(bytes);
    } catch (IOException e) {
      return new Parsed.Invalid("expected a readable document, found one that breaks off");
    }
  }

  private Reruns reruns() throws Arguments.UsageException {
    if (arguments.allowedHosts().isEmpty() && arguments.searchUrl() == null) {
      return Reruns.none();
    }
    try {
      List<AllowedHost> hosts = arguments.allowedHosts().stream().map(AllowedHost::parse).toList();
      String searchUrl = arguments.searchUrl();
      @Nullable SearchEndpoint search = searchUrl == null ? null : new SearchEndpoint(searchUrl);
      return new WebReruns(hosts, search, RerunLimits.DEFAULT);
    } catch (IllegalArgumentException e) {
      throw new Arguments.UsageException(String.valueOf(e.getMessage()));
    }
  }

  private @Nullable ModelEndpoint modelEndpoint() throws Arguments.UsageException {
    String url = arguments.modelUrl();
    String model = arguments.model();
    if (url == null || model == null) {
      return null;
    }
    try {
      return new ModelEndpoint(url, model, modelKey);
    } catch (IllegalArgumentException e) {
      throw new Arguments.UsageException(String.valueOf(e.getMessage()));
    }
  }

  private boolean persist(Settings settings, String taskId, byte[] json) {
    if (!settings.persist()) {
      return true;
    }
    try {
      ReportFiles.persist(root.resolve(settings.persistDir()), taskId, json);
      return true;
    } catch (IOException | InvalidPathException e) {
      return notWritten("the persistence directory " + settings.persistDir(), e);
    }
  }

  private boolean writeOut(byte[] json) {
    String out = arguments.out();
    if (out == null) {
      return true;
    }
    try {
      ReportFiles.writeOut(root.resolve(out), json);
      return true;
    } catch (IOException | InvalidPathException e) {
      return notWritten("--out " + out, e);
    }
  }

  private boolean notWritten(String what, Exception cause) {
    warn(
        "expected to write the report to "
            + what
            + ", found "
            + cause
            + ". next: make it writable, or set persist.enabled: false in "
            + Settings.FILE);
    return false;
  }

  /** The report has no place for these, and a person wants to know. */
  private void noteUnverifiable(ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Unverifiable(var claim, var reason)) {
      String id = claim.id().length() > SHOWN_ID_CHARS ? "a claim" : claim.id();
      String printable = id.chars().anyMatch(c -> c < 0x20 || c > 0x7e) ? "a claim" : id;
      err.println("note: " + printable + " is unverifiable: " + reason);
    }
  }

  private void warn(String message) {
    err.println("warning: " + message);
  }

  private static Path rootOf(Arguments arguments, Path cwd) throws Arguments.UsageException {
    String named = arguments.root();
    try {
      Path root = named == null ? cwd : cwd.resolve(named).normalize();
      if (Files.isDirectory(root)) {
        return root.toAbsolutePath();
      }
    } catch (InvalidPathException e) {
      throw new Arguments.UsageException("expected a directory after --root, found no file name");
    }
    throw new Arguments.UsageException("expected a directory after --root, found none there");
  }

  private static void print(PrintStream out, byte[] json) {
    out.write(json, 0, json.length);
    out.flush();
  }
}
