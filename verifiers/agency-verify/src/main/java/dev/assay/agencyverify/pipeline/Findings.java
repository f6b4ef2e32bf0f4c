package dev.assay.agencyverify.pipeline;

import dev.assay.agencyverify.agency.VerifyRecord;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a script's record means for the pipeline, in our own words: the script's stay in the log.
 */
final class Findings {

  private static final double CONFIDENCE_ISOLATED = 0.9;
  private static final double CONFIDENCE_OPEN = 0.7;

  private Findings() {}

  /** A finding about the verification itself: nothing was seen. */
  static Finding inconclusive(String summary, Hyperthesis.Why why, String next) {
    return Finding.of(
        Result.INCONCLUSIVE,
        List.of(),
        summary,
        List.of(next),
        0,
        List.of(
            new Hyperthesis(
                "everything the verify script would have checked",
                why,
                Risk.HIGH,
                "nothing is accepted on this run")),
        List.of());
  }

  /** The finding when time ran out before or while the script ran. */
  static Finding outOfTime() {
    return inconclusive(
        "the request's budget ended before the verify script did",
        Hyperthesis.Why.COST,
        "verify again with a larger budget");
  }

  private static Finding of(VerifyRun.Report report, String log, long logBytes) {
    VerifyRecord record = report.record();
    long cited = Math.min(logBytes, ScriptLimits.CITED_BYTES_MAX);
    List<Pointer> pointers = List.of(new Pointer(log, logBytes - cited, cited));
    if (report.problem() != null || neverRan(record)) {
      return cite(
          inconclusive(
              "the verify script could not be run and recorded as it should",
              Hyperthesis.Why.MISSING_TOOL,
              "repair the worker or the run directory and verify again"),
          pointers);
    }
    if (record.timedOut() && report.shortened()) {
      return cite(outOfTime(), pointers);
    }
    return record.ok() ? pass(report, pointers) : fail(report, pointers);
  }

  /** Keeps log and record of a verification in the object store and says what they mean. */
  static Finding recorded(Path logFile, VerifyRun.Report report, VerificationScope scope)
      throws IOException {
    String log;
    long logBytes = 0;
    if (Files.isRegularFile(logFile)) {
      logBytes = Files.size(logFile);
      log = scope.store("text/plain; charset=utf-8", Files.newInputStream(logFile));
    } else {
      log = scope.store("text/plain; charset=utf-8", InputStream.nullInputStream());
    }
    String details =
        scope.store(
            "application/vnd.assay.agency-verify-record+json",
            Json.canonical(report.record().json()));
    return of(report, log, logBytes)
        .withDetails(details)
        .withExecution(
            Digests.sha256Hex("sh -lc " + report.record().scriptPath()),
            environmentDigest(report.isolation()),
            report.isolation().label());
  }

  private static String environmentDigest(Isolation isolation) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("isolation", isolation.label());
    environment.put("os", System.getProperty("os.name"));
    environment.put("arch", System.getProperty("os.arch"));
    return Digests.sha256Hex(Json.canonical(environment));
  }

  private static boolean neverRan(VerifyRecord record) {
    return record.exitCode() == null
        && record.signal() == null
        && !record.timedOut()
        && !record.cancelled();
  }

  private static Finding cite(Finding finding, List<Pointer> pointers) {
    return Finding.of(
        finding.result(),
        finding.failureSignatures(),
        finding.summary(),
        finding.nextActions(),
        finding.confidence(),
        finding.hyperthesis(),
        pointers);
  }

  private static Finding pass(VerifyRun.Report report, List<Pointer> pointers) {
    return Finding.of(
        Result.PASS,
        List.of(),
        "the verify script exited with 0 and reported no failure",
        List.of("promote"),
        report.isolation() == Isolation.NONE ? CONFIDENCE_OPEN : CONFIDENCE_ISOLATED,
        limitsOfAScript(report.isolation()),
        pointers);
  }

  private static Finding fail(VerifyRun.Report report, List<Pointer> pointers) {
    String reason = report.record().failureReason();
    FailureSignature signature = FailureSignature.named("exit", "verify script: " + reason);
    return Finding.of(
        Result.FAIL,
        List.of(signature),
        "the verify script failed: " + reason,
        List.of("read the end of the log, correct the cause and verify again"),
        1,
        limitsOfAScript(report.isolation()),
        pointers);
  }

  private static List<Hyperthesis> limitsOfAScript(Isolation isolation) {
    List<Hyperthesis> limits = new ArrayList<>();
    limits.add(
        new Hyperthesis(
            "a script weakened together with the code it checks",
            Hyperthesis.Why.ADVERSARY,
            Risk.MEDIUM,
            "the script lies in the worktree its author could write; compare it with the base branch"));
    switch (isolation) {
      case BWRAP -> {}
      case LANDLOCK ->
          limits.add(
              new Hyperthesis(
                  "traffic over UDP and existing unix sockets, processes that left the group",
                  Hyperthesis.Why.PERMISSION,
                  Risk.LOW,
                  "writes and TCP were confined by Landlock; bubblewrap closes the rest"));
      case NONE ->
          limits.add(
              new Hyperthesis(
                  "what the script did to the host and over the network",
                  Hyperthesis.Why.PERMISSION,
                  Risk.HIGH,
                  "no isolation was in force; install bubblewrap on the worker"));
    }
    return limits;
  }
}
