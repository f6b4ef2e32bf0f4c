package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.agencyverify.agency.RunMeta.Attention;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one verification writes: record, side document, meta.json, events. A part that cannot be
 * written does not keep the others from being written, and the record says which it was.
 */
final class EventWriter {

  private final RunLocation run;
  private final InstantSource clock;
  private final EventLog events;
  private final List<String> eventProblems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  EventWriter(RunLocation run, InstantSource clock) {
    this.run = run;
    this.clock = clock;
    this.events = new EventLog(run);
  }

  /** Clears away the unfinished files of a killed predecessor. */
  void removeLeftovers() {
    try {
      Instant now = clock.instant();
      AtomicFile.removeLeftovers(run.directory(), now);
      AtomicFile.removeLeftovers(run.repoDirectory(), now.minus(AgencyLimits.LEFTOVER_AGE_MIN));
    } catch (IOException e) {
      warnings.add("leftover files could not be removed: " + e);
    }
  }

  /** Appends an event if that is possible. */
  void event(String name, ObjectNode data) {
    try {
      events.append(clock.instant(), name, data);
    } catch (IOException e) {
      eventProblems.add(name + ": " + e);
    }
  }

  /** Writes everything about a finished script. */
  VerifyRun.Report persist(
      VerifyRecord observed, ScriptRun.Order order, ScriptRun.Result result, boolean shortened) {
    VerifyRecord record = observed;
    AgencyFailure problem =
        result.runnerProblem() == null
            ? null
            : internal("verify runner failed: " + result.runnerProblem(), record);
    String recordProblem = write(record);
    if (recordProblem != null) {
      problem = internal("verify runner failed: record: " + recordProblem, record);
    }
    ObjectNode execution = JsonNodeFactory.instance.objectNode();
    try {
      execution = ScriptRun.execution(order, result);
      AtomicFile.replace(run.execution(), JsonFiles.pretty(execution));
    } catch (IOException e) {
      record = record.withError("execution document not written: " + e);
    }
    String metaProblem = updateMeta(record, result.started());
    if (metaProblem != null) {
      record = record.withError("meta update failed: " + metaProblem);
      problem =
          new AgencyFailure(
              AgencyCode.PERSIST_FAILED,
              "expected to update %s, found %s; correct it and verify again"
                  .formatted(run.meta(), metaProblem));
    }
    event("verify_finished", finishedData(record));
    if (!eventProblems.isEmpty()) {
      String text = "events append failed: " + String.join("; ", eventProblems);
      warnings.add(text);
      record = record.withError(text);
    }
    if (!record.equals(observed)) {
      var _ = write(record);
    }
    return new VerifyRun.Report(
        record, execution, shortened, order.granted().isolation(), List.copyOf(warnings), problem);
  }

  private AgencyFailure internal(String message, VerifyRecord record) {
    return new AgencyFailure(
        AgencyCode.INTERNAL,
        "%s record=%s log=%s; check the run directory and verify again"
            .formatted(message, run.record(), record.logPath()));
  }

  private @Nullable String write(VerifyRecord record) {
    try {
      AtomicFile.replace(run.record(), JsonFiles.pretty(record.json()));
      return null;
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Reads meta.json again, since the script had minutes to change it, and writes it back. */
  private @Nullable String updateMeta(VerifyRecord record, boolean started) {
    try {
      RunMeta meta = RunMeta.read(run.meta());
      Attention before = new Attention(meta.flag("needs_attention"), meta.attentionReason());
      meta.apply(before.after(record.ok()), started ? record.finishedAt() : "");
      AtomicFile.replace(run.meta(), meta.bytes());
      return null;
    } catch (IOException e) {
      return e.toString();
    } catch (JsonFiles.Malformed e) {
      return e.getMessage();
    }
  }

  private ObjectNode finishedData(VerifyRecord record) {
    ObjectNode data =
        JsonNodeFactory.instance
            .objectNode()
            .put("ok", record.ok())
            .put("timed_out", record.timedOut())
            .put("cancelled", record.cancelled())
            .put("duration_ms", record.durationMillis())
            .put("log_path", record.logPath())
            .put("verify_record_path", run.record().toString());
    if (record.exitCode() != null) {
      data.put("exit_code", record.exitCode());
    }
    if (record.verifyJsonPath() != null) {
      data.put("verify_json_path", record.verifyJsonPath());
    }
    return data;
  }
}
