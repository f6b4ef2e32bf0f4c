package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.toolcalls.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * One finished replay.
 *
 * @param certificate the Outcome Certificate (schemaVersion 3)
 * @param humanReport the text for people, verdict lines included
 * @param exitCode 0 matches, 1 does not match, 2 not established
 */
public record ContractRun(JsonObject certificate, String humanReport, int exitCode) {

  /**
   * Reads the files, opens the database and replays.
   *
   * @param directory that relative paths start from
   * @param environment {@code PGPASSWORD} is read from it
   * @throws CommandException when there is no verdict
   */
  public static ContractRun run(
      CheckArguments arguments, Path directory, Map<String, String> environment, Sleeper sleeper)
      throws CommandException {
    Registry registry =
        Registry.parse(
            text(
                directory,
                arguments.registry(),
                "--registry",
                CheckLimits.REGISTRY_BYTES_MAX,
                ErrorCode.REGISTRY_READ_FAILED));
    Events events =
        Events.parse(
            text(
                directory,
                arguments.events(),
                "--events",
                CheckLimits.EVENTS_BYTES_MAX,
                ErrorCode.EVENTS_READ_FAILED),
            arguments.workflowId());
    try (Session session = Session.open(arguments.database(), directory, environment)) {
      StepVerifier verifier = new StepVerifier(session, arguments.consistency(), sleeper);
      return of(new Replay(registry, verifier).run(arguments.workflowId(), events));
    }
  }

  private static ContractRun of(CheckResult result) {
    String report = CheckReport.of(result);
    return new ContractRun(
        CheckCertificate.of(result, report),
        "truth_check_verdict: "
            + result.truthVerdict()
            + "\nrelease_critical_truth_check_verdict: "
            + result.releaseCriticalVerdict()
            + "\n"
            + report,
        result.status().exitCode());
  }

  private static String text(
      Path directory, String path, String flag, int bytesMax, ErrorCode failure)
      throws CommandException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(directory.resolve(path))) {
      bytes = in.readNBytes(bytesMax + 1);
    } catch (IOException | InvalidPathException e) {
      throw new CommandException(
          failure, "expected a readable file at " + flag + ", found: " + e + "; check the path", e);
    }
    if (bytes.length > bytesMax) {
      throw new CommandException(
          failure,
          "expected at most " + bytesMax + " bytes at " + flag + ", found more; split the file");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
