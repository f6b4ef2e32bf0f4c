package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token with which a job calls: as named, else one of OpenID Connect that the runner's issuer
 * gives for this job. GitHub's is asked for with {@code ACTIONS_ID_TOKEN_REQUEST_URL} and {@code
 * ACTIONS_ID_TOKEN_REQUEST_TOKEN}; GitLab puts it into the variable that {@code id_tokens} of the
 * job names, {@code ASSAY_TOKEN} here.
 */
final class CiIdentity {

  /** A compact JWS (RFC 7515, section 7.1). */
  private static final Pattern TOKEN =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

  private CiIdentity() {}

  /**
   * The token.
   *
   * @return null when this machine's own system wants none
   * @throws GateException with NO_IDENTITY when the job has none and gets none
   */
  static @Nullable String token(
      CiPlace place, @Nullable Path file, String audience, Map<String, String> environment)
      throws InterruptedException {
    boolean named = file != null || !environment.getOrDefault("ASSAY_TOKEN", "").isEmpty();
    if (named || place.runner() == CiPlace.Runner.OTHER) {
      return AssayHome.token(file, environment);
    }
    String url = environment.getOrDefault("ACTIONS_ID_TOKEN_REQUEST_URL", "");
    String secret = environment.getOrDefault("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "");
    if (url.isEmpty() || secret.isEmpty()) {
      throw none(
          place.fork()
              ? "found a job for a fork, which gets none; a job of this repository can verify it"
              : place.runner() == CiPlace.Runner.GITHUB
                  ? "found none; give the job permissions: {id-token: write}"
                  : "found none; give the job id_tokens: {ASSAY_TOKEN: {aud: …}}");
    }
    return asked(address(url, audience), secret);
  }

  private static URI address(String url, String audience) {
    try {
      return URI.create(
          url
              + (url.contains("?") ? "&" : "?")
              + "audience="
              + URLEncoder.encode(audience, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      throw none("found no address in ACTIONS_ID_TOKEN_REQUEST_URL");
    }
  }

  private static String asked(URI address, String secret) throws InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(GateLimits.ISSUER_TIME)
            .build()) {
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .timeout(GateLimits.ISSUER_TIME)
              .header("Authorization", "Bearer " + secret)
              .header("Accept", "application/json")
              .build();
      String found = "no answer";
      for (int tries = 0; tries < GateLimits.ISSUER_TRIES_MAX; tries++) {
        try {
          HttpResponse<InputStream> answer =
              client.send(request, HttpResponse.BodyHandlers.ofInputStream());
          try (InputStream body = answer.body()) {
            byte[] bytes = body.readNBytes(GateLimits.TOKEN_BYTES_MAX);
            if (answer.statusCode() == 200) {
              return read(bytes).orElseThrow(() -> none("found an answer without one"));
            }
          }
          found = "status " + answer.statusCode();
          if (answer.statusCode() < 500) {
            break;
          }
        } catch (IOException e) {
          found = e.getClass().getSimpleName();
        }
      }
      throw none("found " + found + " of the runner's issuer");
    } catch (IllegalArgumentException _) {
      throw none("found no address or no token in ACTIONS_ID_TOKEN_REQUEST_*");
    }
  }

  private static Optional<String> read(byte[] answer) {
    return Json.tree(answer) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        ? Optional.of(node.path("value").asText()).filter(token -> TOKEN.matcher(token).matches())
        : Optional.empty();
  }

  private static GateException none(String found) {
    return new GateException("NO_IDENTITY", "expected a token of this job, " + found);
  }
}
