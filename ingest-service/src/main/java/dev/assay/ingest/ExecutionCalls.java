package dev.assay.ingest;

import dev.assay.http.Percent;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.Problem;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code POST /v1/executions}: CloudEvents in structured, batch and binary mode, and evidence in
 * structured mode.
 */
final class ExecutionCalls {

  private static final String PREFIX = "ce-";
  private static final List<String> ROUTES_OF_ITEM = List.of("/events", "/lineage", "/explanation");

  private final Intake intake;
  private final Holdings holdings;
  private final Quotas quotas;
  private final OpenItems open;
  private final Waiters waiters;
  private final Evidence evidence;

  ExecutionCalls(
      Intake intake,
      Holdings holdings,
      Quotas quotas,
      OpenItems open,
      Waiters waiters,
      Evidence evidence) {
    this.evidence = evidence;
    this.intake = intake;
    this.holdings = holdings;
    this.quotas = quotas;
    this.open = open;
    this.waiters = waiters;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/executions", Permission.SEND, this::post).queryParameters("wait"));
  }

  private Response post(Request request) throws Exception {
    int waitSeconds = request.query().number("wait", 0, IngestLimits.WAIT_SECONDS_MAX).orElse(0);
    String contentType = request.header("content-type").orElse("");
    return switch (mediaType(contentType)) {
      case CloudEvents.STRUCTURED -> {
        utf8(contentType);
        yield structured(request, waitSeconds);
      }
      case CloudEvents.BATCH -> {
        utf8(contentType);
        yield batch(request, waitSeconds);
      }
      default -> one(binary(request, contentType), request, waitSeconds);
    };
  }

  private Response structured(Request request, int waitSeconds)
      throws IOException, InterruptedException {
    byte[] body = request.body(Limits.EVENT_BYTES_MAX);
    Parsed<ExecutionEvent> parsed = CloudEvents.structured(body);
    if (!ofOtherType(parsed)) {
      return one(parsed, request, waitSeconds);
    }
    return switch (CloudEvents.evidence(body)) {
      case Parsed.Rejected<CloudEvents.Evidence> other when ofOtherType(other) ->
          one(parsed, request, waitSeconds);
      case Parsed.Rejected<CloudEvents.Evidence>(Rejection rejection) ->
          Response.problem(rejection);
      case Parsed.Accepted<CloudEvents.Evidence>(CloudEvents.Evidence given) ->
          vouched(given, request, waitSeconds);
    };
  }

  private static boolean ofOtherType(Parsed<?> parsed) {
    return parsed instanceof Parsed.Rejected<?>(Rejection rejection)
        && rejection.code() == ErrorCode.UNSUPPORTED_EVENT_TYPE;
  }

  private Response vouched(CloudEvents.Evidence given, Request request, int waitSeconds)
      throws InterruptedException {
    Principal sender = request.principal();
    Optional<Rejection> exceeded = quotas.event(sender);
    if (exceeded.isPresent()) {
      return Response.problem(exceeded.get());
    }
    Parsed<ExecutionEvent> execution = owned(evidence.execution(given, sender), sender);
    if (execution instanceof Parsed.Accepted<ExecutionEvent>(ExecutionEvent event)) {
      Optional<Rejection> missing = intake.missing(event);
      if (missing.isPresent()) {
        return Response.problem(missing.get());
      }
      evidence.tell(event, sender);
    }
    return taken(execution, request, waitSeconds);
  }

  private static Parsed<ExecutionEvent> binary(Request request, String contentType)
      throws IOException {
    Map<String, String> headers = request.headersAfter(PREFIX);
    if (headers.isEmpty()) {
      throw new ProblemException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "expected Content-Type "
              + CloudEvents.STRUCTURED
              + " or "
              + CloudEvents.BATCH
              + ", or ce-* headers, found "
              + Require.quoted(contentType));
    }
    Map<String, String> attributes = HashMap.newHashMap(headers.size() + 1);
    headers.forEach((name, value) ->
        attributes.put(
            name,
            Percent.decode(value)
                .orElseThrow(() ->
                    new ProblemException(
                        new Rejection(
                            ErrorCode.INVALID_CLOUDEVENT,
                            "expected printable ASCII with percent-encoded UTF-8 in "
                                + PREFIX
                                + name
                                + ", found other text",
                            name)))));
    if (attributes.containsKey("datacontenttype")) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.INVALID_CLOUDEVENT,
              "expected the data's type in Content-Type, found ce-datacontenttype",
              "datacontenttype"));
    }
    if (!contentType.isEmpty()) {
      attributes.put("datacontenttype", contentType);
    }
    return CloudEvents.binary(attributes, request.body(Limits.EVENT_BYTES_MAX));
  }

  private Response one(Parsed<ExecutionEvent> parsed, Request request, int waitSeconds)
      throws InterruptedException {
    return taken(permitted(parsed, request.principal()), request, waitSeconds);
  }

  private Response taken(Parsed<ExecutionEvent> permitted, Request request, int waitSeconds)
      throws InterruptedException {
    return switch (permitted) {
      case Parsed.Rejected<ExecutionEvent>(Rejection rejection) -> Response.problem(rejection);
      case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event)
          when waitSeconds > 0 && request.mayWait() ->
          waited(event, request, waitSeconds);
      case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) -> answer(intake.take(event));
    };
  }

  private static Response answer(Acceptance acceptance) {
    return switch (acceptance) {
      case Acceptance.Refused(Rejection rejection) -> Response.problem(rejection);
      case Acceptance.Accepted accepted ->
          Response.json(accepted.decision() == null ? 202 : 200, accepted)
              .header("Location", location(accepted.workItem()));
    };
  }

  private Response waited(ExecutionEvent event, Request request, int waitSeconds)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
    try (Waiters.Wait wait = waiters.begin(event)) {
      return answer(awaited(intake.take(event), wait, request, deadline));
    }
  }

  private static Acceptance awaited(
      Acceptance acceptance, Waiters.Wait wait, Request request, long deadline)
      throws InterruptedException {
    if (!(acceptance instanceof Acceptance.Accepted accepted)) {
      return acceptance;
    }
    try {
      Optional<Decision> decision = request.await(wait.decision(), deadline);
      return decision.isPresent() ? accepted.with(decision.get()) : accepted;
    } catch (TimeoutException _) {
      return accepted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RejectedException refused) {
        return new Acceptance.Refused(refused.rejection());
      }
      throw new IllegalStateException("expected a decision or a refusal", e);
    }
  }

  private Response batch(Request request, int waitSeconds) throws Exception {
    return switch (CloudEvents.batch(request.body(Limits.BATCH_BYTES_MAX))) {
      case Parsed.Rejected<List<Parsed<ExecutionEvent>>>(Rejection rejection) ->
          Response.problem(rejection);
      case Parsed.Accepted<List<Parsed<ExecutionEvent>>>(List<Parsed<ExecutionEvent>> sent) -> {
        List<Parsed<ExecutionEvent>> events =
            sent.stream().map(parsed -> permitted(parsed, request.principal())).toList();
        yield waitSeconds > 0 && request.mayWait()
            ? waitedBatch(events, request, waitSeconds)
            : answers(intake.takeAll(events));
      }
    };
  }

  /**
   * {@code parsed} as its sender's. The quota comes first: whether something is the sender's to
   * name may be a question to the store.
   */
  private Parsed<ExecutionEvent> permitted(Parsed<ExecutionEvent> parsed, Principal sender) {
    if (!(parsed instanceof Parsed.Accepted<ExecutionEvent>(ExecutionEvent event))) {
      return parsed;
    }
    Optional<Rejection> exceeded = quotas.event(sender);
    return exceeded.isPresent() ? new Parsed.Rejected<>(exceeded.get()) : owned(event, sender);
  }

  /** {@code event} as its sender's, refused when something in it is not the sender's to name. */
  private Parsed<ExecutionEvent> owned(ExecutionEvent event, Principal sender) {
    Optional<Rejection> foreign = holdings.refusal(sender, event);
    if (foreign.isPresent()) {
      return new Parsed.Rejected<>(foreign.get());
    }
    Optional<Rejection> full = open.refusal(sender, event.data().workItem());
    if (full.isPresent()) {
      holdings.refused(event);
      return new Parsed.Rejected<>(full.get());
    }
    return new Parsed.Accepted<>(event.by(sender.id()));
  }

  private Response waitedBatch(
      List<Parsed<ExecutionEvent>> events, Request request, int waitSeconds)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
    List<Optional<Waiters.Wait>> waits = new ArrayList<>(events.size());
    try {
      for (Parsed<ExecutionEvent> parsed : events) {
        waits.add(
            parsed instanceof Parsed.Accepted<ExecutionEvent>(ExecutionEvent event)
                ? Optional.of(waiters.begin(event))
                : Optional.empty());
      }
      List<Acceptance> answers = new ArrayList<>();
      for (Acceptance acceptance : intake.takeAll(events)) {
        Optional<Waiters.Wait> wait = waits.get(answers.size());
        answers.add(
            wait.isPresent() ? awaited(acceptance, wait.get(), request, deadline) : acceptance);
      }
      return answers(answers);
    } finally {
      waits.forEach(wait -> wait.ifPresent(Waiters.Wait::close));
    }
  }

  /** 503 or 429 as a whole when nothing got through for that reason alone; else one by one. */
  private static Response answers(List<Acceptance> answers) {
    Optional<Rejection> outage = outage(answers);
    if (outage.isPresent()) {
      return Response.problem(outage.get());
    }
    List<Object> members = new ArrayList<>(answers.size());
    boolean decided = true;
    for (Acceptance acceptance : answers) {
      switch (acceptance) {
        case Acceptance.Accepted accepted -> {
          decided &= accepted.decision() != null;
          members.add(accepted);
        }
        case Acceptance.Refused(Rejection rejection) ->
            members.add(new Problem(rejection).members());
      }
    }
    return Response.json(decided ? 200 : 202, members);
  }

  private static Optional<Rejection> outage(List<Acceptance> answers) {
    Rejection first = null;
    for (Acceptance acceptance : answers) {
      if (!(acceptance instanceof Acceptance.Refused(Rejection rejection))
          || rejection.code().httpStatus() != 503 && rejection.code().httpStatus() != 429) {
        return Optional.empty();
      }
      first = first == null ? rejection : first;
    }
    return Optional.ofNullable(first);
  }

  /** A content type without its parameters, in lower case. */
  static String mediaType(String contentType) {
    int semicolon = contentType.indexOf(';');
    return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private static void utf8(String contentType) {
    int semicolon = contentType.indexOf(';');
    String parameters =
        semicolon < 0 ? "" : contentType.substring(semicolon + 1).strip().toLowerCase(Locale.ROOT);
    if (!parameters.isEmpty()
        && !parameters.equals("charset=utf-8")
        && !parameters.equals("charset=\"utf-8\"")) {
      throw new ProblemException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "expected UTF-8, found Content-Type " + Require.quoted(contentType));
    }
  }

  /**
   * The path of a work item. An id that looks like a call about another one gets an escaped slash,
   * one with a part of a single dot has all escaped, since clients take such parts out of a path.
   */
  static String location(String workItem) {
    if ((workItem + "/").contains("/./")) {
      return "/v1/work-items/" + workItem.replace("/", "%2F");
    }
    int slash = workItem.lastIndexOf('/');
    String id =
        ROUTES_OF_ITEM.stream().anyMatch(workItem::endsWith)
            ? workItem.substring(0, slash) + "%2F" + workItem.substring(slash + 1)
            : workItem;
    return "/v1/work-items/" + id;
  }
}
