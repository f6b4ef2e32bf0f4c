package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.process.Cancellation;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The verification of one run, from its lock to its record. Everything before the lock changes
 * nothing; everything after it leaves a record.
 */
public final class VerifyRun {

  private final ProcessRunner runner;
  private final InstantSource clock;
  private final Map<String, String> callersEnvironment;

  /** A verifier of runs whose scripts get {@code callersEnvironment} when they are not isolated. */
  public VerifyRun(
      ProcessRunner runner, InstantSource clock, Map<String, String> callersEnvironment) {
    this.runner = runner;
    this.clock = clock;
    this.callersEnvironment = Map.copyOf(callersEnvironment);
  }

  /**
   * How to verify.
   *
   * @param timeout in place of the one in agency.json
   * @param timeoutMax what the caller can wait at most, whoever named the timeout
   */
  public record Options(
      Optional<Duration> timeout, Duration timeoutMax, IsolationRequest isolation) {

    /** Options without a bound of the caller's own. */
    public Options(Optional<Duration> timeout, IsolationRequest isolation) {
      this(timeout, Duration.ofNanos(Long.MAX_VALUE), isolation);
    }
  }

  /**
   * What a verification left behind.
   *
   * @param problem what agency itself could not do, null when nothing went wrong
   * @param warnings lines for standard error
   * @param execution the side document, empty for a directory that is no run
   * @param shortened whether the timeout was the caller's bound and not the run's own
   * @param isolation what was in force
   */
  public record Report(
      VerifyRecord record,
      ObjectNode execution,
      boolean shortened,
      Isolation isolation,
      List<String> warnings,
      @Nullable AgencyFailure problem) {}

  /**
   * Verifies {@code run}.
   *
   * @throws AgencyFailure when there is nothing to run: broken, archived, locked or misconfigured
   */
  public Report verify(RunLocation run, Options options, Cancellation cancellation)
      throws AgencyFailure, InterruptedException {
    RunMeta meta = RunCatalog.meta(run);
    Path worktree =
        meta.worktree()
            .orElseThrow(() ->
                new AgencyFailure(
                    AgencyCode.STORE_CORRUPT,
                    "expected worktree_path in %s, found none; restore the file"
                        .formatted(run.meta())));
    if (meta.isArchived()) {
      throw new AgencyFailure(
          AgencyCode.WORKSPACE_ARCHIVED,
          "cannot verify archived run %s: expected its worktree at %s, found it archived or missing; verify an active run"
              .formatted(run.runId(), worktree));
    }
    IsolationRequest.Answer.Granted granted = isolation(options);
    RepoLock lock = RepoLock.acquire(run, "verify", clock.instant());
    Report report;
    try {
      report = locked(run, worktree, options, granted, cancellation);
    } catch (AgencyFailure | InterruptedException | RuntimeException e) {
      release(lock, new ArrayList<>());
      throw e;
    }
    List<String> warnings = new ArrayList<>(report.warnings());
    release(lock, warnings);
    return new Report(
        report.record(),
        report.execution(),
        report.shortened(),
        report.isolation(),
        warnings,
        report.problem());
  }

  private static void release(RepoLock lock, List<String> warnings) {
    try {
      lock.close();
    } catch (IOException e) {
      warnings.add("the lock file could not be removed: " + e);
    }
  }

  private static IsolationRequest.Answer.Granted isolation(Options options) throws AgencyFailure {
    return switch (options.isolation().ask()) {
      case IsolationRequest.Answer.Granted granted -> granted;
      case IsolationRequest.Answer.Refused(String reason) ->
          throw new AgencyFailure(AgencyCode.ISOLATION_UNAVAILABLE, reason);
    };
  }

  private Report locked(
      RunLocation run,
      Path worktree,
      Options options,
      IsolationRequest.Answer.Granted granted,
      Cancellation cancellation)
      throws AgencyFailure, InterruptedException {
    AgencyConfig config = AgencyConfig.read(worktree);
    RunMeta meta = RunCatalog.meta(run);
    Duration wanted =
        options.timeout().or(config::verifyTimeout).orElse(AgencyLimits.TIMEOUT_DEFAULT);
    boolean shortened = wanted.compareTo(options.timeoutMax()) > 0;
    Duration timeout = shortened ? options.timeoutMax() : wanted;
    ScriptRun.Order order =
        new ScriptRun.Order(
            run,
            worktree,
            config.verifyScript(),
            ScriptEnvironment.of(run, meta, worktree, callersEnvironment, granted.isolation()),
            timeout,
            options.isolation(),
            granted);
    EventWriter writer = new EventWriter(run, clock);
    writer.removeLeftovers();
    writer.event("verify_started", startedData(order));
    ScriptRun.Result result = new ScriptRun(runner, clock).run(order, cancellation);
    VerifyRecord record = Recording.of(order, result);
    return writer.persist(record, order, result, shortened);
  }

  /**
   * Runs {@code command} in a directory that is no agency run, with the same environment, log and
   * record; everything is written below {@code run}'s directory.
   */
  public Report verifyDirectory(
      RunLocation run,
      Path directory,
      String command,
      Duration timeout,
      IsolationRequest isolation,
      Cancellation cancellation)
      throws AgencyFailure, InterruptedException {
    Options options = new Options(Optional.of(timeout), isolation);
    IsolationRequest.Answer.Granted granted = isolation(options);
    RunMeta meta = new RunMeta(JsonNodeFactory.instance.objectNode());
    ScriptRun.Order order =
        new ScriptRun.Order(
            run,
            directory,
            command,
            ScriptEnvironment.of(run, meta, directory, callersEnvironment, granted.isolation()),
            timeout,
            isolation,
            granted);
    ScriptRun.Result result = new ScriptRun(runner, clock).run(order, cancellation);
    AgencyFailure problem =
        result.runnerProblem() == null
            ? null
            : new AgencyFailure(
                AgencyCode.INTERNAL, "verify runner failed: " + result.runnerProblem());
    return new Report(
        Recording.of(order, result),
        JsonNodeFactory.instance.objectNode(),
        true,
        granted.isolation(),
        List.of(),
        problem);
  }

  private static ObjectNode startedData(ScriptRun.Order order) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("timeout_ms", order.timeout().toMillis())
        .put("log_path", order.run().log().toString())
        .put("verify_json_path", VerifyJson.path(order.worktree()).toString());
  }
}
