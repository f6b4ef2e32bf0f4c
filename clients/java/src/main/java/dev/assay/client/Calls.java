package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.client.Transport.Answer;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls to one server with one token. Safe for any number of threads. */
final class Calls implements AutoCloseable {

  private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);

  /** So many seconds are more than {@link ClientLimits#RETRY_PAUSE_MAX}. */
  private static final int SECONDS_DIGITS_MAX = 9;

  private final URI url;
  private final @Nullable String token;
  private final Transport transport;

  Calls(URI url, Transport transport, @Nullable String token) {
    this.url = url;
    this.transport = transport;
    this.token = token;
  }

  /** The answer, which is an object with {@code members}. */
  JsonNode call(Call call, Map<String, JsonNodeType> members)
      throws AssayException, InterruptedException {
    return accepted(Json.object(bytes(call), members));
  }

  /** The answer as text; bytes that are no UTF-8 become text that is no document. */
  String text(Call call) throws AssayException, InterruptedException {
    return new String(bytes(call), StandardCharsets.UTF_8);
  }

  /** No switch over types: the JDK links each anew at every start of a command. */
  static <T> T accepted(Parsed<T> answer) throws AssayException {
    if (answer instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw invalid(rejection);
    }
    return ((Parsed.Accepted<T>) answer).value();
  }

  static AssayException invalid(Rejection rejection) {
    return new AssayException(AssayException.INVALID_ANSWER, rejection.detail());
  }

  /** Sends, and again while the server says that it is busy. */
  private byte[] bytes(Call call) throws AssayException, InterruptedException {
    for (int tries = 1; ; tries++) {
      Duration pause;
      try (Answer answer = open(call)) {
        byte[] body = body(answer);
        if (!busy(answer) || tries == ClientLimits.TRIES_MAX) {
          if (answer.status() >= 300) {
            throw problem(answer.status(), body);
          }
          return body;
        }
        pause = pause(answer);
      } catch (AssayException e) {
        throw e;
      } catch (IOException e) {
        throw unreachable(e);
      }
      Thread.sleep(pause);
    }
  }

  /**
   * What the server says at first, busy or not.
   *
   * @throws IOException as the network has it; see {@link #unreachable}
   */
  Answer open(Call call) throws IOException, InterruptedException {
    if (token != null) {
      call.header("Authorization", "Bearer " + token);
    }
    return transport.send(call);
  }

  /** Whether a call that is refused before it has gone out whole says why. */
  boolean readsEarlyAnswers() {
    return transport.readsEarlyAnswers();
  }

  /** Whether the same call may be answered otherwise later. */
  static boolean busy(Answer answer) {
    return BUSY.contains(answer.status());
  }

  /** How long a busy server is left alone: {@code Retry-After} (RFC 9110) in seconds, bounded. */
  static Duration pause(Answer answer) {
    String told = answer.retryAfter();
    if (told == null || !told.matches("[0-9]+")) {
      return ClientLimits.RETRY_PAUSE;
    }
    Duration pause =
        told.length() > SECONDS_DIGITS_MAX
            ? ClientLimits.RETRY_PAUSE_MAX
            : Duration.ofSeconds(Long.parseLong(told));
    if (pause.compareTo(ClientLimits.RETRY_PAUSE) < 0) {
      return ClientLimits.RETRY_PAUSE;
    }
    return pause.compareTo(ClientLimits.RETRY_PAUSE_MAX) > 0 ? ClientLimits.RETRY_PAUSE_MAX : pause;
  }

  private static byte[] body(Answer answer) throws IOException {
    byte[] body = answer.body().readNBytes(ClientLimits.ANSWER_BYTES_MAX + 1);
    if (body.length > ClientLimits.ANSWER_BYTES_MAX) {
      throw new AssayException(
          AssayException.INVALID_ANSWER,
          "expected an answer of at most " + ClientLimits.ANSWER_BYTES_MAX + " bytes");
    }
    return body;
  }

  /** Why the server refused. */
  static AssayException problem(Answer answer) throws IOException {
    return problem(answer.status(), body(answer));
  }

  private static AssayException problem(int status, byte[] body) {
    if (Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode problem)
        && problem.path("code").isTextual()) {
      return new AssayException(status, problem);
    }
    return new AssayException("HTTP_" + status, "expected success, found status " + status, status);
  }

  /**
   * What a failure of the network means.
   *
   * @throws InterruptedException when it means that this thread was interrupted while it read
   */
  AssayException unreachable(IOException cause) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    String place =
        url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    AssayException unreachable =
        new AssayException(
            AssayException.UNREACHABLE,
            "expected a running system at "
                + place
                + ", found "
                + cause.getClass().getSimpleName());
    unreachable.initCause(cause);
    return unreachable;
  }

  @Override
  public void close() {
    transport.close();
  }
}
