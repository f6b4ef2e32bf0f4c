package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * An accepted execution: the CloudEvent's attributes that matter and its data. {@code source} and
 * {@code id} together are the idempotency key (CloudEvents 1.0, "id").
 *
 * @param time when it happened, as the agent tells it, or null
 * @param traceparent W3C trace context of the agent, or null
 * @param submittedBy the principal that ingest let in with it, or null where nobody was asked
 * @param witness the principal that vouches for its artifacts, or null for the work of an agent
 * @param commitment what ingest commits to of the data, or null where it has no key for that
 */
public record ExecutionEvent(
    String source,
    String id,
    @Nullable String time,
    @Nullable String traceparent,
    ExecutionData data,
    @Nullable String submittedBy,
    @Nullable String witness,
    @Nullable ClaimCommitment commitment) {

  /** The CloudEvents {@code type} of an execution. */
  public static final String TYPE = "dev.assay.execution.v1";

  private static final String FLEET_SOURCE = "assay:fleet:";
  private static final int TRACEPARENT_CHARS_MAX = 64;

  public ExecutionEvent {
    source = Require.text("source", source, Limits.URI_CHARS_MAX);
    id = Require.id("id", id);
    time = time == null ? null : Times.canonical("time", time);
    traceparent = Require.optionalText("traceparent", traceparent, TRACEPARENT_CHARS_MAX);
    data = Require.present("data", data);
    submittedBy = Require.optionalText("submittedBy", submittedBy, Limits.ID_CHARS_MAX);
    witness = Require.optionalText("witness", witness, Limits.ID_CHARS_MAX);
  }

  /** One that no principal is known of. */
  public ExecutionEvent(
      String source,
      String id,
      @Nullable String time,
      @Nullable String traceparent,
      ExecutionData data) {
    this(source, id, time, traceparent, data, null, null, null);
  }

  /** The same, sent by {@code principal}. */
  public ExecutionEvent by(String principal) {
    return new ExecutionEvent(source, id, time, traceparent, data, principal, witness, commitment);
  }

  /** The source that ingest takes of {@code fleet} alone, so that no other one takes its ids. */
  public static String sourceOf(String fleet) {
    return FLEET_SOURCE + fleet;
  }

  /** Whether its source is another fleet's. */
  public boolean hasForeignSource() {
    return source.startsWith(FLEET_SOURCE) && !source.equals(sourceOf(data.agent().fleet()));
  }

  /** The same, for whose artifacts {@code principal} vouches. */
  public ExecutionEvent witnessed(String principal) {
    return new ExecutionEvent(
        source, id, time, traceparent, data, submittedBy, principal, commitment);
  }

  /** The same, with what is committed to of its data. */
  public ExecutionEvent committed(ClaimCommitment made) {
    return new ExecutionEvent(source, id, time, traceparent, data, submittedBy, witness, made);
  }

  /** The idempotency key as a digest: the same source and id give the same key. */
  public String eventKey() {
    return Digests.sha256Hex(source + "\n" + id);
  }

  /** SHA-256 of the canonical data: what two events of the same key have to agree in. */
  public String contentDigest() {
    return Digests.sha256Hex(Json.canonical(data));
  }

  /** Whether {@code other} is this event, sent at whatever time under whatever trace. */
  public boolean repeats(ExecutionEvent other) {
    return source.equals(other.source) && id.equals(other.id) && data.equals(other.data);
  }
}
