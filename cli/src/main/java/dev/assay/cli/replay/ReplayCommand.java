package dev.assay.cli.replay;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.merkle.Hash;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Rebuilds every decision and attestation and compares. */
@Command(
    name = "replay",
    description = {
      "Rebuild every decision and attestation from the topics of a system and compare them with",
      "what is there: on the topics, in the log, in the object store. Writes to none of them."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    exitCodeOnExecutionException = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 identical, 1 not identical (the first diverging record is named), 3 operational error"
            + " (usage, connection, configuration)")
public final class ReplayCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--expect-root",
      paramLabel = "HASH",
      description = "the root that the whole log must have, 64 hexadecimal digits or base64")
  private @Nullable String expectRoot;

  @Option(
      names = "--reverify",
      description =
          "run deterministic verifiers again over the stored artifacts and compare their reports: "
              + "testreport; quick when no ground truth is named. Others are counted as not compared")
  private boolean reverify;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Hash expected = expectRoot == null ? null : root(expectRoot);
    Progress progress = new Progress(spec.commandLine().getErr(), "replay");
    try (History history = source.open(progress)) {
      if (expected != null && history.log() == null) {
        throw new CommandException(
            "LOG_UNREACHABLE",
            "expected a log to compare the root with, found none; name its store with --config, or"
                + " replay a data directory or an export that has one");
      }
      return replay(history, expected, progress);
    }
  }

  private int replay(History history, @Nullable Hash expected, Progress progress)
      throws IOException, InterruptedException {
    ReplayReport report;
    try (@Nullable Reverification again =
        reverify ? Reverification.open(history.artifacts()) : null) {
      report = new Replay(history, expected, again, progress).run();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Output.json(out, report.json());
    } else {
      report.print(out);
    }
    return report.identical() ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private static Hash root(String text) {
    Optional<Hash> hex = Hash.ofHex(text.toLowerCase(java.util.Locale.ROOT));
    return hex.or(() -> Hash.ofBase64(text))
        .orElseThrow(() ->
            new CommandException(
                "USAGE",
                "expected --expect-root with 64 hexadecimal digits or 44 characters of base64,"
                    + " found "
                    + SafeText.text(text)));
  }
}
