package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The service refused a call, answered something that it should not, or is not there. */
public final class AssayException extends IOException {

  /** Code where nothing answers. */
  public static final String UNREACHABLE = "UNREACHABLE";

  /** Code of an answer that is none of this API. */
  public static final String INVALID_ANSWER = "INVALID_ANSWER";

  @Serial private static final long serialVersionUID = 1L;

  private final String code;
  private final String detail;
  private final @Nullable Integer status;
  private final @Nullable String expected;
  private final @Nullable String found;
  private final @Nullable String field;

  AssayException(String code, String detail) {
    this(code, detail, null);
  }

  AssayException(String code, String detail, @Nullable Integer status) {
    super(code + ": " + detail);
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.expected = null;
    this.found = null;
    this.field = null;
  }

  /**
   * What a problem document (RFC 9457) says.
   *
   * @param problem an object with {@code code}
   */
  AssayException(int status, JsonNode problem) {
    super(problem.path("code").asText() + ": " + problem.path("detail").asText());
    this.code = problem.path("code").asText();
    this.detail = problem.path("detail").asText();
    this.status = status;
    this.expected = problem.path("expected").textValue();
    this.found = problem.path("found").textValue();
    this.field = problem.path("field").textValue();
  }

  /**
   * Stable: one of the service's ({@code docs/errors.md}), {@code HTTP_<status>} without one,
   * {@link #UNREACHABLE} or {@link #INVALID_ANSWER}.
   */
  public String code() {
    return code;
  }

  /** What was expected and found, in the words of who refused. */
  public String detail() {
    return detail;
  }

  /** The status of the answer, or null without one. */
  public @Nullable Integer status() {
    return status;
  }

  /** What the service expected, or null where it does not say. */
  public @Nullable String expected() {
    return expected;
  }

  /** What a client sent, not to be trusted, or null where the service does not say. */
  public @Nullable String found() {
    return found;
  }

  /** The member that was refused, or null where the service does not say. */
  public @Nullable String field() {
    return field;
  }
}
