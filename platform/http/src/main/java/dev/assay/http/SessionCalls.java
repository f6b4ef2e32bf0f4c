package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions for browsers: begun with a token, which then need not be kept in the page, and ended by
 * whoever has them. Also says who calls.
 */
final class SessionCalls {

  private static final String PATH = "/v1/session";

  private final Authentication authentication;
  private final Sessions sessions;

  SessionCalls(Authentication authentication, Sessions sessions) {
    this.authentication = authentication;
    this.sessions = sessions;
  }

  List<Route> routes() {
    return List.of(
        Route.post(PATH, Permission.READ, this::begin),
        Route.get(PATH, Permission.READ, this::show),
        Route.delete(PATH, Permission.READ, this::end));
  }

  private Response begin(Request request) {
    Optional<String> authorization = request.header("authorization");
    Sessions.Begun begun =
        Gatekeeper.bearer(authorization)
            .filter(_ -> authentication instanceof Authentication.Bearer)
            .flatMap(token -> sessions.begin(grant(token)))
            .orElseThrow(() -> new ProblemException(Gatekeeper.unknown(authorization)));
    return answer(201, begun.session().principal(), begun.session(), begun.session().csrf())
        .header("Set-Cookie", cookie(request, begun.id(), ""));
  }

  /**
   * Who calls. What changes need is told once, to who began the session: a browser shows its
   * cookies to every server of this host, whatever its port, and who has only the cookie learns it
   * nowhere.
   */
  private Response show(Request request) {
    return answer(
        200,
        request.principal(),
        request.header("authorization").isPresent()
            ? null
            : sessions.find(request.header("cookie")).orElse(null),
        null);
  }

  private Response end(Request request) {
    sessions.end(request.header("cookie"));
    return Response.bytes(204, Response.JSON, new byte[0])
        .header("Cache-Control", "no-store")
        .header("Set-Cookie", cookie(request, "", "; Max-Age=0"));
  }

  private Credentials.Grant grant(String token) {
    return authentication instanceof Authentication.Bearer(Credentials credentials)
        ? credentials.grant(token)
        : Optional::empty;
  }

  /** The cookie, for an encrypted connection alone where a proxy says that there is one. */
  private String cookie(Request request, String value, String age) {
    boolean encrypted =
        request
            .header("x-forwarded-proto")
            .filter(each -> each.equalsIgnoreCase("https"))
            .isPresent();
    return sessions.cookie()
        + "="
        + value
        + "; Path=/; HttpOnly; SameSite=Strict"
        + age
        + (encrypted ? "; Secure" : "");
  }

  private static Response answer(
      int status, Principal principal, Sessions.@Nullable Session session, @Nullable String csrf) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("principal", principal.id());
    members.put("roles", principal.roleNames());
    members.put("fleets", principal.fleetNames());
    members.put("csrf", csrf);
    members.put("ends", session == null ? null : Times.text(session.ends()));
    return Response.json(status, members).header("Cache-Control", "no-store").secret();
  }
}
