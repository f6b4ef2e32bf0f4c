package dev.assay.store.api;

import dev.assay.http.EntityTags;
import dev.assay.http.FixedBody;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The console: a page, its scripts and its style, the same for everybody. What it shows it reads
 * over the API with the session of whoever looks at it.
 *
 * <p>The page may load and call nothing but this server, runs no script and takes no style that is
 * not a file of this server, turns no text into elements (Trusted Types without a policy), and is
 * shown in no frame.
 */
final class ConsoleCalls {

  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'");

  private static final String PAGE = "index.html";
  private static final Pattern NAME =
      Pattern.compile("[a-z]{1,32}(-[a-z]{1,32}){0,3}\\.(js|css|svg)");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Part> parts = new ConcurrentHashMap<>();

  private ConsoleCalls() {}

  /** What of the console is served. */
  static List<Route> routes() {
    ConsoleCalls calls = new ConsoleCalls();
    return List.of(
        Route.get("/", Permission.ANYBODY, request -> calls.answer(request, PAGE)),
        Route.get(
            "/console/{file}",
            Permission.ANYBODY,
            request -> calls.answer(request, request.path("file"))));
  }

  private Response answer(Request request, String name) {
    Part part = part(name);
    boolean known = EntityTags.of(request.header("if-none-match")).match(part.digest);
    String type = type(name);
    Response answer =
        known ? Response.bytes(304, type, new byte[0]) : Response.fixed(200, type, part.body);
    return answer
        .header("ETag", "\"" + part.digest + "\"")
        .header("Cache-Control", "no-cache")
        .header("Content-Security-Policy", POLICY)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Referrer-Policy", "no-referrer");
  }

  private Part part(String name) {
    if (!name.equals(PAGE) && !NAME.matcher(name).matches()) {
      throw none(name);
    }
    Part kept = parts.get(name);
    if (kept == null) {
      kept = Part.read(name).orElseThrow(() -> none(name));
      parts.put(name, kept);
    }
    return kept;
  }

  private static ProblemException none(String name) {
    return new ProblemException(
        ErrorCode.NOT_FOUND, "expected a part of the console, found " + Require.quoted(name));
  }

  private static String type(String name) {
    return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
  }

  /** A file as it is sent. */
  private static final class Part {

    private final FixedBody body;
    private final String digest;

    private Part(byte[] bytes) {
      this.body = new FixedBody(bytes);
      this.digest = Digests.sha256Hex(bytes);
    }

    private static Optional<Part> read(String name) {
      try (InputStream in =
          ConsoleCalls.class.getResourceAsStream("/dev/assay/store/console/" + name)) {
        return in == null ? Optional.empty() : Optional.of(new Part(in.readAllBytes()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
