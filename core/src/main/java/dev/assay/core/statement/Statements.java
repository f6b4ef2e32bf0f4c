package dev.assay.core.statement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.redaction.Committed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ClaimCommitment;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.VerificationReport;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes the statements that the director signs. */
public final class Statements {

  /** What comes before the work item in the resource of a verification summary. */
  public static final String RESOURCE_PREFIX = "assay:work-item/";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Statements() {}

  /**
   * The attestation of one report: its subjects are the artifacts judged, matched by digest only. A
   * report without a basis is attested as before there was one, so that its statement stays.
   *
   * @param time RFC 3339 time of the report's record
   */
  public static Statement verification(ReportMessage message, String time) {
    return verification(message, null, null, time);
  }

  /**
   * The same about an execution that has come. Commitments to the fields of claim and report are as
   * its message and the report's say them; without any, the statement is as before there were any.
   */
  public static Statement verification(ReportMessage message, ExecutionEvent event, String time) {
    return verification(message, event.submittedBy(), event.commitment(), time);
  }

  private static Statement verification(
      ReportMessage message,
      @Nullable String submittedBy,
      @Nullable ClaimCommitment claim,
      String time) {
    VerificationReport report = message.report();
    ObjectNode predicate = JSON.objectNode();
    predicate.put("verifierType", report.verifierType());
    predicate.put("verifierVersion", report.verifierVersion());
    predicate.put("configDigest", message.configDigest());
    putIfPresent(predicate, "commandDigest", message.commandDigest());
    putIfPresent(predicate, "environmentDigest", message.environmentDigest());
    predicate.put("workItem", message.workItem());
    predicate.put("attempt", message.attempt());
    predicate.put("execution", message.eventKey());
    predicate.put("requestId", message.requestId());
    putIfPresent(predicate, "commit", report.target().commit());
    putIfPresent(predicate, "lens", message.lens());
    ArrayNode artifacts = predicate.putArray("artifacts");
    for (ArtifactRef artifact : message.artifacts()) {
      artifacts.addObject().put("role", artifact.role().wire()).put("sha256", artifact.sha256());
    }
    predicate.put("reportDigest", message.reportDigest());
    predicate.put("result", report.result().name());
    predicate.set("failureSignatures", Json.toTree(report.failureSignatures()));
    predicate.put("confidence", report.confidence());
    predicate.set("hyperthesis", Json.toTree(report.hyperthesis()));
    putIfPresent(predicate, "isolation", message.isolation());
    EvidenceBasis basis = message.basis();
    if (basis != null) {
      predicate.put("basis", basis.name());
    }
    putIfPresent(predicate, "submittedBy", submittedBy);
    Vouching vouching = basis == null ? null : message.vouching();
    if (vouching != null) {
      predicate.put("witnessedBy", vouching.by());
      ArrayNode witnessed = predicate.putArray("witnessed");
      vouching.artifacts().forEach(witnessed::add);
    }
    if (message.errorRates() != null) {
      predicate.set("verifierErrorRates", Json.toTree(message.errorRates()));
    }
    if (claim != null || message.commitment() != null) {
      ObjectNode commitments = predicate.putObject("commitments");
      putIfPresent(commitments, Committed.REPORT.wire(), message.commitment());
      if (claim != null) {
        commitments.put(Committed.CLAIM.wire(), claim.root());
        commitments.put("claimDocument", claim.document());
      }
    }
    predicate.put("time", time);
    String type = basis == null ? Statement.VERIFICATION_REPORT_1 : Statement.VERIFICATION_REPORT;
    return Statement.of(document(message.artifacts(), type, predicate));
  }

  /**
   * What a summary of an execution says about it.
   *
   * @param inputs ids of the attestations it cites
   * @param policyDigest SHA-256 of the canonical policy
   */
  public record Summary(
      String workItem,
      List<ArtifactRef> artifacts,
      List<String> inputs,
      String policyName,
      String policyDigest,
      String time) {

    private Summary with(List<String> cited) {
      return new Summary(workItem, artifacts, cited, policyName, policyDigest, time);
    }
  }

  /**
   * The promotion of an execution: a SLSA verification summary that cites all of its inputs; empty
   * when they are more than one statement holds.
   *
   * @param disclosed what the promotion as a whole cannot rule out, besides what its inputs
   *     disclose
   */
  public static Optional<Statement> promotion(Summary summary, List<Hyperthesis> disclosed) {
    return Statement.fitting(summary(summary, "PASSED", List.of("ASSAY_VERIFIED"), disclosed));
  }

  /**
   * The demotion of what was promoted: a failed SLSA verification summary that cites the promotion
   * and what contradicts it, as much of it as one statement holds: too many contradictions are no
   * reason to leave something promoted. Its level is {@code FAILED}, as SLSA's summaries say it.
   */
  public static Statement demotion(Summary summary) {
    Summary cited = summary;
    Optional<Statement> statement = Statement.fitting(failed(cited));
    while (statement.isEmpty() && !cited.inputs().isEmpty()) {
      cited = cited.with(cited.inputs().subList(0, cited.inputs().size() / 2));
      statement = Statement.fitting(failed(cited));
    }
    return statement.orElseThrow(Statement::tooLarge);
  }

  private static ObjectNode failed(Summary summary) {
    return summary(summary, "FAILED", List.of("FAILED"), List.of());
  }

  private static ObjectNode summary(
      Summary summary, String result, List<String> levels, List<Hyperthesis> disclosed) {
    ObjectNode predicate = JSON.objectNode();
    predicate.putObject("verifier").put("id", "https://assay.dev/director");
    predicate.put("timeVerified", summary.time());
    predicate.put("resourceUri", RESOURCE_PREFIX + summary.workItem());
    ObjectNode policy = predicate.putObject("policy");
    policy.put("uri", "assay:policy/" + summary.policyName());
    policy.putObject("digest").put("sha256", summary.policyDigest());
    ArrayNode attestations = predicate.putArray("inputAttestations");
    for (String input : summary.inputs()) {
      ObjectNode attestation = attestations.addObject().put("uri", "assay:attestation/" + input);
      attestation.putObject("digest").put("sha256", input);
    }
    predicate.put("verificationResult", result);
    ArrayNode verified = predicate.putArray("verifiedLevels");
    levels.forEach(verified::add);
    predicate.put("slsaVersion", "1.0");
    if (!disclosed.isEmpty()) {
      predicate.set("hyperthesis", Json.toTree(disclosed));
    }
    return document(summary.artifacts(), Statement.VERIFICATION_SUMMARY, predicate);
  }

  /**
   * A person's answer to a question, or the default that came into force. Its subject is the
   * question.
   *
   * @param by who answered, or null when the deadline did
   * @param role in which that was, or null when it is not told
   * @param reason what the person added, or null; shown, never acted on
   */
  public static Statement approval(
      String workItem,
      int attempt,
      Approval question,
      String answer,
      @Nullable String by,
      @Nullable String role,
      @Nullable String reason,
      String time) {
    ObjectNode predicate = JSON.objectNode();
    predicate.put("workItem", workItem);
    predicate.put("attempt", attempt);
    predicate.put("approval", question.id());
    predicate.put("question", question.question());
    ArrayNode options = predicate.putArray("options");
    question.options().forEach(options::add);
    predicate.put("deadline", question.deadline());
    predicate.put("defaultAnswer", question.defaultAnswer());
    predicate.put("answer", answer);
    putIfPresent(predicate, "answeredBy", by);
    putIfPresent(predicate, "answeredAs", role);
    putIfPresent(predicate, "reason", reason);
    predicate.put("timedOut", by == null);
    predicate.put("time", time);
    ObjectNode statement = JSON.objectNode();
    statement.put("_type", Statement.TYPE);
    ObjectNode subject = statement.putArray("subject").addObject();
    subject.put("name", "approval").putObject("digest").put("sha256", question.id());
    statement.put("predicateType", Statement.APPROVAL);
    statement.set("predicate", predicate);
    return Statement.of(statement);
  }

  private static ObjectNode document(
      List<ArtifactRef> artifacts, String predicateType, ObjectNode predicate) {
    ObjectNode statement = JSON.objectNode();
    statement.put("_type", Statement.TYPE);
    ArrayNode subjects = statement.putArray("subject");
    TreeSet<String> named = new TreeSet<>();
    for (ArtifactRef artifact : artifacts) {
      if (named.add(artifact.sha256())) {
        subjects
            .addObject()
            .put("name", artifact.role().wire())
            .putObject("digest")
            .put("sha256", artifact.sha256());
      }
    }
    statement.put("predicateType", predicateType);
    statement.set("predicate", predicate);
    return statement;
  }

  private static void putIfPresent(ObjectNode node, String name, @Nullable String value) {
    if (value != null) {
      node.put(name, value);
    }
  }
}
