package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/approvals/{id}}: a person's answer becomes a fact for the director. Who answered
 * is whom the server let in, never what the body says; what the answer leads to is the director's.
 */
final class ApprovalCalls {

  private final PendingApprovals pending;
  private final FactSender facts;
  private final InstantSource clock;

  /** The body. */
  record Answer(String answer, @Nullable String reason) {

    Answer {
      answer = Require.text("answer", answer, Limits.ID_CHARS_MAX);
      reason = Require.optionalText("reason", reason, Limits.SUMMARY_CHARS_MAX);
    }
  }

  ApprovalCalls(PendingApprovals pending, FactSender facts, InstantSource clock) {
    this.pending = pending;
    this.facts = facts;
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/approvals/{id}", Permission.ANSWER, this::post)
            .queryParameters("wait")
            .about(request -> question(request)));
  }

  private Response post(Request request) throws IOException, InterruptedException {
    int waitSeconds =
        request
            .query()
            .number("wait", 0, IngestLimits.WAIT_SECONDS_MAX)
            .orElse(IngestLimits.ANSWER_WAIT_SECONDS);
    Answer answer = JsonBody.read(request, Answer.class);
    PendingApproval question = question(request);
    requireOpen(question);
    requireOption(question.approval(), answer.answer());
    PendingApproval.Sent sent =
        question
            .answer(
                answer.answer(),
                request.principal().id(),
                fact(question, answer, request.principal()),
                facts::send)
            .orElseThrow(() ->
                problem(
                    ErrorCode.APPROVAL_SETTLED,
                    "answer",
                    "expected a question without an answer, found another answer on its way"));
    Instant told = facts.await(sent.published(), "answer", question.workItem());
    int maxWait = waitSeconds > 0 && request.mayWait() ? waitSeconds : 0;
    FactWait.atMost(request, maxWait, question.settled(), sent.refused(), pending.closing());
    return settled(question, sent, told);
  }

  /** The question that is asked about, when its fleet is one that the caller acts for. */
  private PendingApproval question(Request request) {
    String id = approvalId(request);
    return pending
        .find(id)
        .filter(question -> request.principal().actsFor(question.fleet()))
        .orElseThrow(() ->
            problem(
                ErrorCode.NOT_FOUND,
                "id",
                "expected a question out of GET /v1/approvals, found none with the id " + id));
  }

  private static String approvalId(Request request) {
    try {
      return Require.digest("id", request.path("id"));
    } catch (RejectedException e) {
      throw new ProblemException(e.rejection());
    }
  }

  private void requireOpen(PendingApproval question) {
    Decision by = question.settled().getNow(null);
    if (by != null) {
      throw settledBy(by);
    }
    Approval approval = question.approval();
    if (!clock.instant().isBefore(Instant.parse(approval.deadline()))) {
      throw problem(
          ErrorCode.APPROVAL_SETTLED,
          "id",
          "expected an answer before the deadline "
              + approval.deadline()
              + ", found it passed; the default answer "
              + Require.quoted(approval.defaultAnswer())
              + " holds");
    }
  }

  private static ProblemException settledBy(Decision decision) {
    return problem(
        ErrorCode.APPROVAL_SETTLED,
        "id",
        "expected an open question, found it settled by the decision " + decision.id());
  }

  private static void requireOption(Approval approval, String answer) {
    if (!approval.options().contains(answer)) {
      throw problem(
          ErrorCode.INVALID_FIELD,
          "answer",
          "expected an answer out of "
              + approval.options().stream().map(Require::quoted).collect(Collectors.joining(" "))
              + ", found "
              + Require.quoted(answer));
    }
  }

  private static GovernanceFact fact(PendingApproval question, Answer answer, Principal by) {
    return FactSender.accepted(
        GovernanceFact.answered(
            question.workItem(),
            question.approval().id(),
            answer.answer(),
            answer.reason(),
            by.id()),
        Permission.ANSWER,
        by,
        question.fleet());
  }

  private static Response settled(
      PendingApproval question, PendingApproval.Sent sent, Instant told) {
    Decision decision = question.settled().getNow(null);
    Rejection refusal = sent.refused().getNow(null);
    if (refusal != null) {
      throw new ProblemException(refusal);
    }
    if (decision == null) {
      return accepted(question, sent.answer());
    }
    if (!question.follows(decision, told)) {
      throw settledBy(decision);
    }
    return Response.json(200, decision).header("Cache-Control", "no-store");
  }

  private static Response accepted(PendingApproval question, String answer) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("approval", question.approval().id());
    members.put("workItem", question.workItem());
    members.put("answer", answer);
    return Response.json(202, members)
        .header("Location", ExecutionCalls.location(question.workItem()));
  }

  private static ProblemException problem(ErrorCode code, String field, String detail) {
    return new ProblemException(new Rejection(code, detail, field));
  }
}
