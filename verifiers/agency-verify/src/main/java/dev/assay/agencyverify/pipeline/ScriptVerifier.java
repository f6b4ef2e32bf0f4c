package dev.assay.agencyverify.pipeline;

import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.agency.RunCatalog;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.Cancellation;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessRunner;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a script under the isolation the policy asks for and keeps its raw log as an artifact: the
 * verify script of an agency run that the request names, or a command of the policy's allowlist in
 * a workspace that the request carries.
 *
 * <p>The runs lie in a data directory named in the worker's configuration, never in the request.
 * High risk is refused where the host offers no isolation, and so is every workspace unless the
 * policy asks for none in as many words.
 */
public final class ScriptVerifier implements Verifier {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "script";

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE,
              "3",
              VerifierInfo.Pace.LONG,
              Set.of(ArtifactRole.VERIFY_RUN, ArtifactRole.WORKSPACE),
              Set.of())
          .with(EvidenceBasis.REEXECUTED, Set.of("clean-sandbox-rerun"));

  private final Optional<DataDirectory> data;
  private final ScriptGrants grants;
  private final VerifyRun verification;
  private final WorkspaceScript workspaces;

  /**
   * A verifier.
   *
   * @param data the agency data directory of this worker, if it has one
   * @param grants what requests may have run here
   * @param runner bounds the scripts that run at the same time in this worker
   * @param path the PATH that scripts get when the policy asks for no isolation
   */
  public ScriptVerifier(
      Optional<DataDirectory> data,
      ScriptGrants grants,
      ProcessRunner runner,
      InstantSource clock,
      String path) {
    this.data = data;
    this.grants = grants;
    this.verification = new VerifyRun(runner, clock, Map.of("PATH", path, "LC_ALL", "C.UTF-8"));
    this.workspaces = new WorkspaceScript(verification);
  }

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ScriptConfig config = ScriptConfig.parse(request.config());
    if (request.artifacts().isEmpty()) {
      throw new IllegalArgumentException(
          "expected the run as the first artifact of the request, found no artifact");
    }
    ArtifactRef subject = request.artifacts().getFirst();
    Optional<String> command =
        subject.role() == ArtifactRole.WORKSPACE
            ? config.command(claimed(subject))
            : Optional.empty();
    requireAllowed(config, command);
    if (isTooExposed(config, request.risk(), subject.role())) {
      return Findings.inconclusive(
          "this host offers no isolation and the work is too risky to run without",
          Hyperthesis.Why.PERMISSION,
          "install bubblewrap on the worker and verify again");
    }
    Finding script =
        subject.role() == ArtifactRole.WORKSPACE
            ? workspaces.verify(subject, command, config, scope)
            : namedRun(subject, config, scope);
    return LogReading.weigh(script, request, scope);
  }

  private static @Nullable String claimed(ArtifactRef workspace) {
    return workspace.producer() == null ? null : workspace.producer().command();
  }

  /** A request is data: what it asks for beyond the worker's own configuration is not run. */
  private void requireAllowed(ScriptConfig config, Optional<String> command) {
    if (command.isPresent() && !grants.allows(command.get())) {
      throw new NotAllowedHereException(
          "the command is none of worker.verifiers.script.commands of this worker");
    }
    boolean harmless = command.isPresent() && grants.harmless().contains(command.get());
    if (!grants.unisolated() && !harmless && withoutIsolation(config)) {
      throw new NotAllowedHereException(
          "the script would run without isolation, which worker.verifiers.script.unisolated of this"
              + " worker does not allow");
    }
  }

  private static boolean withoutIsolation(ScriptConfig config) {
    return config.isolation().ask()
            instanceof IsolationRequest.Answer.Granted(Isolation isolation, String _)
        && isolation == Isolation.NONE;
  }

  private Finding namedRun(ArtifactRef subject, ScriptConfig config, VerificationScope scope)
      throws IOException, InterruptedException {
    Optional<RunDocument> named = RunDocument.read(subject, scope);
    if (named.isEmpty()) {
      return Findings.inconclusive(
          "the artifact does not name an agency run",
          Hyperthesis.Why.MISSING_DATA,
          "send a document with schema_version, run_id and, where needed, repo_id");
    }
    if (data.isEmpty()) {
      return Findings.inconclusive(
          "this worker has no agency data directory",
          Hyperthesis.Why.MISSING_TOOL,
          "configure the worker's agency data directory");
    }
    Duration budget = ScriptLimits.budget(scope);
    return budget.isPositive()
        ? run(named.get(), data.get(), config, budget, scope)
        : Findings.outOfTime();
  }

  private static boolean isTooExposed(ScriptConfig config, Risk risk, ArtifactRole role) {
    boolean needed =
        config.requireIsolation()
            || risk == Risk.HIGH
            || (role == ArtifactRole.WORKSPACE && config.isolation() != IsolationRequest.NONE);
    return needed
        && switch (config.isolation().ask()) {
          case IsolationRequest.Answer.Granted(Isolation isolation, String _) ->
              isolation == Isolation.NONE;
          case IsolationRequest.Answer.Refused(String _) -> true;
        };
  }

  private Finding run(
      RunDocument named,
      DataDirectory directory,
      ScriptConfig config,
      Duration budget,
      VerificationScope scope)
      throws IOException, InterruptedException {
    try {
      List<RunLocation> runs = find(named, directory);
      if (runs.size() != 1) {
        return Findings.inconclusive(
            "the document names %d runs of this worker's data directory".formatted(runs.size()),
            Hyperthesis.Why.MISSING_DATA,
            "name exactly one run by run_id and repo_id");
      }
      VerifyRun.Report report =
          verification.verify(
              runs.getFirst(),
              new VerifyRun.Options(Optional.empty(), budget, config.isolation()),
              new Cancellation());
      return Findings.recorded(runs.getFirst().log(), report, scope);
    } catch (AgencyFailure e) {
      return notVerifiable(e);
    }
  }

  private static List<RunLocation> find(RunDocument named, DataDirectory directory)
      throws AgencyFailure {
    return new RunCatalog(directory)
        .runs().stream()
            .filter(run -> run.runId().equals(named.runId()))
            .filter(run -> named.repoId().map(run.repoId()::equals).orElse(true))
            .toList();
  }

  private static Finding notVerifiable(AgencyFailure failure) throws IOException {
    if (failure.code() == AgencyCode.REPO_LOCKED) {
      throw new DependencyUnavailableException(
          "the run's repository to be free of other commands", failure);
    }
    return Findings.inconclusive(
        "the run could not be verified: " + failure.code().code(),
        failure.code() == AgencyCode.ISOLATION_UNAVAILABLE
            ? Hyperthesis.Why.MISSING_TOOL
            : Hyperthesis.Why.MISSING_DATA,
        "look at the run with assay runs show and verify it again");
  }
}
