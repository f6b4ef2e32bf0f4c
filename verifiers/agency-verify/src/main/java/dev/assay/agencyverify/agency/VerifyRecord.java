package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The canonical evidence of one verification, {@code verify_record.json} version 1.0.
 *
 * @param exitCode null when there is none: never started, ended by a signal, or stopped by agency
 * @param signal such as {@code SIGKILL}; also the last step of stopping a script that was stopped
 */
public record VerifyRecord(
    String repoId,
    String runId,
    String scriptPath,
    String startedAt,
    String finishedAt,
    long durationMillis,
    long timeoutMillis,
    boolean timedOut,
    boolean cancelled,
    @Nullable Integer exitCode,
    @Nullable String signal,
    @Nullable String error,
    boolean ok,
    @Nullable String verifyJsonPath,
    String logPath,
    String summary) {

  static final String SCHEMA_VERSION = "1.0";

  /** Checks that a run was not both timed out and cancelled, and not ok without exit code 0. */
  public VerifyRecord {
    if (timedOut && cancelled) {
      throw new IllegalArgumentException("a run is timed out or cancelled, not both");
    }
    if (ok && (timedOut || cancelled || exitCode == null || exitCode != 0)) {
      throw new IllegalArgumentException("a run is ok only when its script exited with 0");
    }
  }

  /**
   * Whether the run counts as ok: only an exit with 0 does, and then a valid verify.json decides.
   */
  static boolean ok(
      boolean timedOut, boolean cancelled, @Nullable Integer exitCode, VerifyJson said) {
    if (timedOut || cancelled || exitCode == null || exitCode != 0) {
      return false;
    }
    return switch (said) {
      case VerifyJson.Valid(boolean ok, String _) -> ok;
      case VerifyJson.Absent(), VerifyJson.Invalid(String _) -> true;
    };
  }

  /** The line shown to people: the script's own words where it gave some. */
  static String summary(
      boolean timedOut, boolean cancelled, @Nullable Integer exitCode, VerifyJson said) {
    if (said instanceof VerifyJson.Valid(boolean _, String words) && !words.isEmpty()) {
      return words;
    }
    if (timedOut) {
      return "verify timed out";
    }
    if (cancelled) {
      return "verify cancelled";
    }
    if (exitCode == null) {
      return "verify failed (no exit code)";
    }
    if (exitCode != 0) {
      return "verify failed (exit " + exitCode + ")";
    }
    return ok(false, false, exitCode, said)
        ? "verify succeeded"
        : "verify failed (verify.json ok=false)";
  }

  /** Why a run that is not ok failed, as printed in the one-line error. */
  public String failureReason() {
    if (timedOut) {
      return "timed out";
    }
    if (cancelled) {
      return "cancelled";
    }
    if (exitCode == null) {
      return signal == null ? "exec failed" : "signal " + signal;
    }
    return exitCode == 0 ? "verify.json ok=false" : "exit " + exitCode;
  }

  /** The same record with {@code text} added to its error. */
  VerifyRecord withError(String text) {
    return new VerifyRecord(
        repoId,
        runId,
        scriptPath,
        startedAt,
        finishedAt,
        durationMillis,
        timeoutMillis,
        timedOut,
        cancelled,
        exitCode,
        signal,
        error == null ? text : error + "; " + text,
        ok,
        verifyJsonPath,
        logPath,
        summary);
  }

  /** The document, members in the order of the specification, nulls written out. */
  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("schema_version", SCHEMA_VERSION)
        .put("repo_id", repoId)
        .put("run_id", runId)
        .put("script_path", scriptPath)
        .put("started_at", startedAt)
        .put("finished_at", finishedAt)
        .put("duration_ms", durationMillis)
        .put("timeout_ms", timeoutMillis)
        .put("timed_out", timedOut)
        .put("cancelled", cancelled)
        .put("exit_code", exitCode)
        .put("signal", signal)
        .put("error", error)
        .put("ok", ok)
        .put("verify_json_path", verifyJsonPath)
        .put("log_path", logPath)
        .put("summary", summary);
  }
}
