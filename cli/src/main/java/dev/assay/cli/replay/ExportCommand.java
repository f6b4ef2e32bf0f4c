package dev.assay.cli.replay;

import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes what a replay needs into a directory. */
@Command(
    name = "export",
    description = {
      "Write what assay replay needs into a directory: the records of the topics, the log, the",
      "policy, the public key, and the reports and artifacts that were judged. Secrets stay behind."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    exitCodeOnExecutionException = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 exported, 1 exported without some artifacts that are missing or damaged, 3 operational"
            + " error (usage, connection, configuration)")
public final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "where to write; made when absent, must not hold an export")
  private Path directory = Path.of("");

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Progress progress = new Progress(spec.commandLine().getErr(), "export");
    try (History history = source.open(progress)) {
      ExportWriter.Written written = new ExportWriter(history, directory, progress).write();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(
            Output.compact(
                Map.of(
                    "directory", directory.toString(),
                    "records", written.records(),
                    "logEntries", written.logEntries(),
                    "artifacts", written.artifacts(),
                    "missing", written.missing(),
                    "expired", written.expired())));
      } else {
        out.println(
            "exported "
                + written.records()
                + " records, "
                + written.logEntries()
                + " log entries, "
                + written.artifacts()
                + " artifacts to "
                + directory
                + (written.expired() == 0 ? "" : ", without " + written.expired() + " expired"));
        written.missing().forEach(sha256 -> out.println("  missing or damaged: " + sha256));
      }
      out.flush();
      return written.missing().isEmpty() ? ExitCode.OK : ExitCode.NEGATIVE;
    }
  }
}
