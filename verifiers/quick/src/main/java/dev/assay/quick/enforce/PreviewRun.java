package dev.assay.quick.enforce;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.InputArgument;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.LogIngest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.Certificate;
import dev.assay.quick.report.HumanReport;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.toolcalls.json.JsonObject;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A quick run that writes no file. */
final class PreviewRun {

  private PreviewRun() {}

  static VerifiedRun run(
      EnforceArguments.Preview preview,
      Path directory,
      Map<String, String> environment,
      InputStream in)
      throws CommandException {
    Ingest ingest =
        LogIngest.read(
            InputArgument.read(preview.input(), directory, in), QuickLimits.COMMAND_NODES_MAX);
    QuickResult result =
        ingest.isTooLarge()
            ? QuickResult.of(ingest, List.of(), false, List.of())
            : verify(preview, directory, environment, ingest);
    String human = HumanReport.of(result, "");
    return new VerifiedRun(
        Certificate.of(result, preview.workflowId(), human), human, result.verdict().exitCode());
  }

  private static QuickResult verify(
      EnforceArguments.Preview preview,
      Path directory,
      Map<String, String> environment,
      Ingest ingest)
      throws CommandException {
    try (RowSource source = preview.database().open(directory, environment)) {
      return new QuickVerifier(source).verify(ingest);
    } catch (SourceException e) {
      throw new CommandException(
          preview.database().openFailure(), String.valueOf(e.getMessage()), e);
    }
  }

  /** A finished verification of either kind: certificate, text for people, exit code. */
  record VerifiedRun(JsonObject certificate, String humanReport, int exitCode) {}
}
