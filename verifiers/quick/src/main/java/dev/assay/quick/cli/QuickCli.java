package dev.assay.quick.cli;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.cli.DatabaseArgument.ShellWord;
import dev.assay.quick.export.ContractFiles;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.Ingest.IngestLimitException;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.Certificate;
import dev.assay.quick.report.Certificate.CertificateLimitException;
import dev.assay.quick.report.HumanReport;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.report.ReportJson;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.toolcalls.json.JsonText;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code assay quick}. Everything is computed and checked in memory; then the registry, the events
 * and the report are written, in this order; only then is the certificate printed. A failure before
 * the first write leaves no file and no byte on standard output.
 */
public final class QuickCli {

  private static final int EXIT_NO_VERDICT = 3;

  private final Path directory;
  private final Map<String, String> environment;
  private final InputStream in;

  private QuickCli(Path directory, Map<String, String> environment, InputStream in) {
    this.directory = directory;
    this.environment = environment;
    this.in = in;
  }

  /** Runs in the working directory and environment of this process. */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, Path.of(""), System.getenv(), in, out, err);
  }

  /**
   * Runs the command.
   *
   * @param args after {@code quick}
   * @param directory that relative paths start from
   * @param environment {@code PGPASSWORD} is read from it
   * @return 0 pass, 1 fail, 2 uncertain, 3 no verdict
   */
  public static int run(
      List<String> args,
      Path directory,
      Map<String, String> environment,
      InputStream in,
      PrintStream out,
      PrintStream err) {
    if (Flags.wantsHelp(args)) {
      TextOutput.print(out, QuickArguments.HELP);
      return 0;
    }
    try {
      QuickArguments arguments = QuickArguments.parse(args);
      Output output = new QuickCli(directory, environment, in).verify(arguments);
      output.write();
      TextOutput.print(out, output.certificate() + "\n");
      if (out.checkError()) {
        throw new CommandException(
            ErrorCode.INTERNAL_ERROR,
            "expected standard output to take the certificate, found it closed");
      }
      if (arguments.humanReport()) {
        TextOutput.print(err, output.humanReport() + "\n");
      }
      return output.exitCode();
    } catch (CommandException e) {
      ErrorEnvelope.write(err, e.code(), String.valueOf(e.getMessage()));
    } catch (IngestLimitException | CertificateLimitException e) {
      ErrorEnvelope.write(err, ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      ErrorEnvelope.write(err, ErrorCode.INTERNAL_ERROR, "a defect or lack of memory: " + e);
    }
    return EXIT_NO_VERDICT;
  }

  /** Everything a run leaves behind. */
  private record Output(
      AtomicFile registryFile,
      String registry,
      @Nullable AtomicFile eventsFile,
      String events,
      @Nullable AtomicFile reportFile,
      String report,
      String certificate,
      String humanReport,
      int exitCode) {

    void write() throws CommandException {
      registryFile.checkTarget();
      if (eventsFile != null) {
        eventsFile.checkTarget();
      }
      if (reportFile != null) {
        reportFile.checkTarget();
      }
      registryFile.write(registry);
      if (eventsFile != null) {
        eventsFile.write(events);
      }
      if (reportFile != null) {
        reportFile.write(report);
      }
    }
  }

  private Output verify(QuickArguments arguments) throws CommandException {
    Thread driver = Thread.ofPlatform().daemon().start(arguments.database()::preload);
    Ingest ingest =
        arguments
            .profile()
            .read(
                InputArgument.read(arguments.input(), directory, in),
                QuickLimits.COMMAND_NODES_MAX);
    QuickResult result =
        ingest.isTooLarge()
            ? QuickResult.of(ingest, List.of(), false, List.of())
            : check(ingest, arguments.database(), driver);
    String human = HumanReport.of(result, replayCommand(arguments));
    String certificate = JsonText.stable(Certificate.of(result, arguments.workflowId(), human));
    AtomicFile reportFile = file("report", arguments.report());
    return new Output(
        new AtomicFile("export-registry", path(arguments.registry())),
        ContractFiles.registryText(result.tools()),
        file("emit-events", arguments.events()),
        ContractFiles.eventsText(result.tools(), arguments.workflowId()),
        reportFile,
        reportFile == null ? "" : JsonText.stable(ReportJson.of(result)) + "\n",
        certificate,
        human,
        result.verdict().exitCode());
  }

  private QuickResult check(Ingest ingest, DatabaseArgument database, Thread driver)
      throws CommandException {
    try {
      driver.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ErrorCode.INTERNAL_ERROR, "the run was interrupted", e);
    }
    try (RowSource source = database.open(directory, environment)) {
      return new QuickVerifier(source).verify(ingest);
    } catch (SourceException e) {
      throw new CommandException(database.openFailure(), String.valueOf(e.getMessage()), e);
    }
  }

  private @Nullable AtomicFile file(String purpose, @Nullable String path) throws CommandException {
    return path == null ? null : new AtomicFile(purpose, path(path));
  }

  private Path path(String path) throws CommandException {
    try {
      return directory.resolve(path);
    } catch (InvalidPathException e) {
      throw new CommandException(
          ErrorCode.INTERNAL_ERROR,
          "expected a file path to write to, found characters no path can have",
          e);
    }
  }

  private static String replayCommand(QuickArguments arguments) {
    String events = arguments.events();
    if (events == null) {
      return "";
    }
    return "assay check --workflow-id "
        + ShellWord.quoted(arguments.workflowId())
        + " --events "
        + ShellWord.quoted(events)
        + " --registry "
        + ShellWord.quoted(arguments.registry())
        + " "
        + arguments.database().display();
  }
}
