package dev.assay.cli.mcp;

import dev.assay.cli.client.ApiClient;
import dev.assay.http.AcceptedTypes;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /mcp}: the tools over HTTP, without sessions and streams. Each call is made as its
 * caller to the API of the same process, so that a tool may do what its token may do and no more.
 */
public final class McpRoute implements AutoCloseable {

  private static final String BEARER = "Bearer ";

  private final McpServer server = new McpServer(new McpTools());
  private final Supplier<String> url;
  private @Nullable ApiClient api;

  /**
   * Tools over an API.
   *
   * @param url its address, known by the time the first call comes
   */
  public McpRoute(Supplier<String> url) {
    this.url = url;
  }

  /** The call. */
  public Route route() {
    return Route.post("/mcp", Permission.READ, this::answer);
  }

  private Response answer(Request request) throws IOException, InterruptedException {
    requireOwnOrigin(request);
    requireJsonAccepted(request);
    byte[] message = request.body(McpServer.MESSAGE_BYTES_MAX);
    if (!request.mayWait()) {
      throw new ProblemException(
          ErrorCode.OVERLOADED, "expected fewer calls that wait; try again in a moment");
    }
    McpServer.Reply reply = McpBatch.answer(server, message, request::header, caller(request));
    byte[] body = reply.message() == null ? new byte[0] : Json.write(reply.message());
    return Response.bytes(reply.status(), Response.JSON, body).header("Cache-Control", "no-store");
  }

  /** A page of another origin that a person has open must not speak with this person's browser. */
  private static void requireOwnOrigin(Request request) {
    Optional<String> origin = request.header("Origin");
    String host = request.header("Host").orElse("");
    if (origin.isPresent()
        && !origin.get().equals("http://" + host)
        && !origin.get().equals("https://" + host)) {
      throw new ProblemException(
          ErrorCode.FORBIDDEN, "expected no Origin or this server's own, found another");
    }
  }

  /** The protocol lets a server answer in JSON alone; who takes events alone is told so. */
  private static void requireJsonAccepted(Request request) {
    if (AcceptedTypes.of(request.header("Accept")).ranked(List.of(Response.JSON)).isEmpty()) {
      throw new ProblemException(
          ErrorCode.NOT_ACCEPTABLE, "expected Accept to have " + Response.JSON + ", found others");
    }
  }

  private McpTools.Caller caller(Request request) {
    String token =
        request
            .header("Authorization")
            .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(value -> value.substring(BEARER.length()).strip())
            .orElse(null);
    return new McpTools.Caller(
        api().as(token),
        fleet(request.principal()),
        SubmittedFiles.NONE,
        Progress.NONE,
        request::clientLeft);
  }

  /** The only fleet of the caller, or the one that commands name by default. */
  private static String fleet(Principal principal) {
    if (principal.fleets() != null && principal.fleets().size() == 1) {
      Iterator<String> only = principal.fleets().iterator();
      return only.next();
    }
    return McpCommand.FLEET_DEFAULT;
  }

  private synchronized ApiClient api() {
    ApiClient open = api;
    if (open == null) {
      open = new ApiClient(url.get(), null);
      api = open;
    }
    return open;
  }

  @Override
  public synchronized void close() {
    if (api != null) {
      api.close();
    }
  }
}
