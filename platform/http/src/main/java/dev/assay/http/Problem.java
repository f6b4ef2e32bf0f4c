package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An RFC 9457 problem: {@code type}, {@code title}, {@code status}, {@code detail}, {@code code}
 * and, where they apply, {@code field}, {@code expected} and {@code found}. The last two are taken
 * out of a detail that reads "expected …, found …".
 */
public record Problem(Rejection rejection) {

  /** The media type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE_PREFIX = "https://assay.dev/errors#";
  private static final String EXPECTED = "expected ";
  private static final String FOUND = ", found ";

  public static Problem of(ErrorCode code, String detail) {
    return new Problem(Rejection.of(code, detail));
  }

  /** The HTTP status of this problem. */
  public int status() {
    return rejection.code().httpStatus();
  }

  /** The members in the order they are written. */
  public Map<String, Object> members() {
    ErrorCode code = rejection.code();
    String detail = rejection.detail();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", TYPE_PREFIX + code.name().toLowerCase(Locale.ROOT));
    members.put("title", title(code));
    members.put("status", code.httpStatus());
    members.put("detail", detail);
    members.put("code", code.name());
    String field = rejection.field();
    if (field != null) {
      members.put("field", field);
    }
    int found = detail.lastIndexOf(FOUND);
    if (detail.startsWith(EXPECTED) && found > 0) {
      int end = detail.indexOf(';', found);
      members.put("expected", detail.substring(EXPECTED.length(), found));
      members.put(
          "found", detail.substring(found + FOUND.length(), end < 0 ? detail.length() : end));
    }
    return members;
  }

  byte[] bytes() {
    return Json.write(members());
  }

  private static String title(ErrorCode code) {
    String words = code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
