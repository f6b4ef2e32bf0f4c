package dev.assay.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.cli.client.ClientOptions;
import dev.assay.cli.replay.Progress;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.sign.RejectedInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assay audit}. */
@Command(
    name = "audit",
    description = {
      "Check the whole log of a system without believing it: signatures of checkpoint and",
      "attestations, ids, inclusion of every entry, order, times, what lists show, and that the"
          + " log",
      "still begins with what the last audit saw. Of an export also every decision, by a replay.",
      "Without --state and --policy a log that its operator has cut short and signed anew looks right."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    exitCodeOnExecutionException = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 clean, 1 findings (each with code, expected, found, next), 3 operational error (usage,"
            + " connection, files); with --state run again to go on where it ended")
public final class AuditCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "audit what assay export wrote, in place of a running system")
  private @Nullable Path export;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "a keys document to trust instead of the one that the system names")
  private @Nullable Path keysFile;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "what the last audit saw, made when absent: the log must still begin with it, and only "
              + "what was added is read; an audit that was interrupted goes on")
  private @Nullable Path stateFile;

  @Option(
      names = "--documents",
      description = "also read every report and artifact and compare it with its digest")
  private boolean documents;

  @Option(
      names = "--decisions",
      description =
          "also read every work item: its decisions as manifests list them, each attestation that"
              + " they rest on, and whose work rows say that it is")
  private boolean decisions;

  @Option(
      names = "--lists",
      description =
          "also search by artifact, signature, file, hyperthesis and time, and list promotions, and"
              + " compare what is found with what was signed")
  private boolean lists;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "a C2SP tlog-policy: a quorum of its witnesses must have cosigned the checkpoint")
  private @Nullable Path policyFile;

  @Option(names = "--no-replay", description = "do not replay the export")
  private boolean noReplay;

  @Override
  public Integer call() throws IOException {
    if (export != null && spec.commandLine().getParseResult().hasMatchedOption("--url")) {
      throw new CommandException("USAGE", "expected --url or --from, found both");
    }
    Progress progress = new Progress(spec.commandLine().getErr(), "audit");
    AuditKeys trusted = keysFile == null ? null : keys(keysFile);
    AuditResult result;
    try (AuditSource source = source(trusted, progress)) {
      result =
          new Audit(
                  source,
                  new Audit.Wanted(
                      trusted,
                      stateFile,
                      policyFile == null ? null : policy(policyFile),
                      documents,
                      decisions,
                      lists),
                  InstantSource.system(),
                  progress)
              .run();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (client.json()) {
      Output.json(out, result.json());
    } else {
      result.print(out);
    }
    return result.clean() ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private AuditSource source(@Nullable AuditKeys trusted, Progress progress) {
    return export == null
        ? new ServedLog(client.open("operator"), client.address())
        : ExportedLog.open(export, trusted, noReplay ? null : progress);
  }

  private static AuditKeys keys(Path file) {
    return AuditKeys.parse(
        new String(bytes(file, "a keys document, as assay keys --json prints it"), UTF_8),
        "FILE_UNREADABLE");
  }

  private static TlogPolicy policy(Path file) {
    try {
      return TlogPolicy.parse(bytes(file, "a tlog-policy"));
    } catch (RejectedInputException e) {
      throw new CommandException("FILE_UNREADABLE", e.getMessage() + " in " + file);
    }
  }

  private static byte[] bytes(Path file, String expected) {
    try {
      if (Files.size(file) <= AuditLimits.FILE_BYTES_MAX) {
        return Files.readAllBytes(file);
      }
    } catch (IOException e) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected " + expected + ", found " + e.getClass().getSimpleName() + " for " + file);
    }
    throw new CommandException(
        "FILE_UNREADABLE", "expected " + expected + ", found a larger file " + file);
  }
}
