package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Query;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.DeadLetter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What was refused: listed, shown with its payload, and sent to its topic once more. */
final class DeadLetterCalls {

  private static final Pattern ID = Pattern.compile("[0-9]{1,9}-[0-9]{1,18}");

  private final DeadLetters letters;

  DeadLetterCalls(DeadLetters letters) {
    this.letters = letters;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/dead-letters", Permission.ADMINISTER, request -> list(request.query()))
            .queryParameters("topic", "code", "workItem", "since", "until", "limit", "cursor"),
        Route.get("/v1/dead-letters/{id}", Permission.ADMINISTER, this::show),
        Route.post("/v1/dead-letters/{id}/replay", Permission.ADMINISTER, this::replay));
  }

  private Response list(Query query) throws InterruptedException {
    DeadLetters.Page page =
        called(
            new DeadLetters.Wanted(
                query.text("topic", "a topic without prefix", Ids::valid).orElse(null),
                query.constant("code", ErrorCode.class).orElse(null),
                query.text("workItem", "an identifier", Ids::valid).orElse(null),
                time(query, "since"),
                time(query, "until"),
                query
                    .number("limit", 1, IngestLimits.DEAD_LETTERS_MAX)
                    .orElse(IngestLimits.DEAD_LETTERS_DEFAULT),
                query.text("cursor").orElse(null)),
            letters::list);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("items", page.items().stream().map(DeadLetterCalls::line).toList());
    members.put("next", page.next());
    return answer(members);
  }

  private Response show(Request request) throws InterruptedException {
    DeadLetters.Kept kept = called(id(request), letters::find).orElseThrow(() -> none(request));
    Map<String, Object> members = line(kept);
    members.put("payloadHead", kept.letter().payloadHead());
    return answer(members);
  }

  private Response replay(Request request) throws InterruptedException {
    DeadLetters.Replayed replayed =
        called(id(request), letters::replay).orElseThrow(() -> none(request));
    return answer(replayed);
  }

  private static Map<String, Object> line(DeadLetters.Kept kept) {
    DeadLetter letter = kept.letter();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", kept.id());
    members.put("topic", letter.topic());
    members.put("partition", letter.partition());
    members.put("offset", letter.offset());
    members.put("code", letter.code().name());
    members.put("reason", letter.reason());
    members.put("workItem", letter.workItem());
    members.put("payloadDigest", letter.payloadDigest());
    members.put("time", letter.time());
    members.put("replayOf", kept.replayOf());
    return members;
  }

  private static Response answer(Object body) {
    return Response.json(200, body).header("Cache-Control", "no-store");
  }

  private static String id(Request request) {
    String id = request.path("id");
    if (!ID.matcher(id).matches()) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.INVALID_ID,
              "expected the id of a dead letter, like 0-17, found " + Require.quoted(id),
              "id"));
    }
    return id;
  }

  private static ProblemException none(Request request) {
    return new ProblemException(
        new Rejection(
            ErrorCode.NOT_FOUND,
            "expected a dead letter out of GET /v1/dead-letters, found none with the id "
                + Require.quoted(request.path("id")),
            "id"));
  }

  private static @Nullable Instant time(Query query, String name) {
    Optional<String> text = query.text(name);
    if (text.isEmpty()) {
      return null;
    }
    try {
      return Times.instant(text.get());
    } catch (DateTimeException _) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.INVALID_QUERY,
              "expected an RFC 3339 time in " + name + ", found " + Require.quoted(text.get()),
              name));
    }
  }

  private interface Call<A, T> {
    T make(A about) throws InterruptedException;
  }

  private static <A, T> T called(A about, Call<A, T> call) throws InterruptedException {
    try {
      return call.make(about);
    } catch (RejectedException e) {
      throw new ProblemException(e.rejection());
    }
  }
}
