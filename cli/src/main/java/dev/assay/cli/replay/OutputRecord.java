package dev.assay.cli.replay;

import dev.assay.core.director.Emission;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import org.jspecify.annotations.Nullable;

/**
 * An attestation or a decision, found on its topic or rebuilt.
 *
 * @param content stands for everything it says; two are the same when it is equal
 * @param slot what it is the answer to; two of one slot that differ are one changed into the other
 * @param place the record where it stands first; of a rebuilt one, the input it comes from
 */
record OutputRecord(
    Kind kind,
    String id,
    String workItem,
    String content,
    String slot,
    RecordPosition place,
    long timeMillis) {

  /** Which topic it belongs on. */
  enum Kind {
    ATTESTATION,
    DECISION
  }

  static OutputRecord of(Decision decision, RecordPosition place, long timeMillis) {
    return new OutputRecord(
        Kind.DECISION,
        decision.id(),
        decision.workItem(),
        Digests.sha256Hex(Topic.DECISIONS.codec().encode(decision)),
        "decision " + decision.ordinal(),
        place,
        timeMillis);
  }

  static OutputRecord of(AttestationMessage message, RecordPosition place, long timeMillis) {
    return attestation(
        message.id(),
        message.workItem(),
        message.eventKey(),
        message.attempt(),
        message.agent(),
        message.time(),
        message.statement(),
        place,
        timeMillis);
  }

  static OutputRecord of(Emission.Attest attest, RecordPosition place, long timeMillis) {
    return attestation(
        attest.statement().id(),
        attest.workItem(),
        attest.eventKey(),
        attest.attempt(),
        attest.agent(),
        attest.time(),
        attest.statement().text(),
        place,
        timeMillis);
  }

  private static OutputRecord attestation(
      String id,
      String workItem,
      String eventKey,
      int attempt,
      @Nullable Agent agent,
      String time,
      String statement,
      RecordPosition place,
      long timeMillis) {
    return new OutputRecord(
        Kind.ATTESTATION,
        id,
        workItem,
        String.join("\n", id, workItem, eventKey, Integer.toString(attempt), time, "" + agent),
        slot(statement, eventKey),
        place,
        timeMillis);
  }

  /**
   * The request that a verification answers, or the execution and the kind of a statement. In
   * canonical JSON a quoted name followed by a colon is a member wherever it stands.
   */
  private static String slot(String statement, String eventKey) {
    String request = member(statement, "requestId");
    return request.isEmpty()
        ? member(statement, "predicateType") + " " + eventKey
        : "request " + request;
  }

  private static String member(String statement, String name) {
    String start = "\"" + name + "\":\"";
    int from = statement.indexOf(start);
    int end = from < 0 ? -1 : statement.indexOf('"', from + start.length());
    return end < 0 ? "" : statement.substring(from + start.length(), end);
  }
}
