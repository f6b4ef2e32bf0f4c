package dev.assay.schemas.cloudevents;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checked context attributes of one event.
 *
 * @param time RFC 3339 text, checked by {@link ExecutionEvent}
 */
record Attributes(String source, String id, @Nullable String time, @Nullable String traceparent) {

  /** The version of the specification. */
  static final String VERSION = "1.0";

  /** Context attributes of one event, extensions included. */
  private static final int ATTRIBUTES_MAX = 64;

  /** Characters of an attribute's name. */
  private static final int NAME_CHARS_MAX = 64;

  /** Characters of an attribute's value. */
  private static final int VALUE_CHARS_MAX = 2_000;

  private static final Set<String> DEFINED =
      Set.of(
          "specversion",
          "id",
          "source",
          "type",
          "datacontenttype",
          "dataschema",
          "subject",
          "time");

  /** Whether the core specification defines {@code name}, so that its value must be a string. */
  static boolean defined(String name) {
    return DEFINED.contains(name);
  }

  /**
   * The checked attributes of an event of {@code wanted} type.
   *
   * @throws dev.assay.schemas.RejectedException when one is missing or malformed
   */
  static Attributes of(Map<String, String> attributes, String wanted) {
    if (attributes.size() > ATTRIBUTES_MAX) {
      throw new Rejection(
              ErrorCode.LIMIT_EXCEEDED,
              "expected at most "
                  + ATTRIBUTES_MAX
                  + " context attributes, found "
                  + attributes.size(),
              null)
          .asException();
    }
    attributes.forEach(Attributes::wellFormed);
    String version = required(attributes, "specversion");
    if (!version.equals(VERSION)) {
      throw CloudEvents.invalid(
          "specversion", "expected specversion 1.0, found " + Require.quoted(version));
    }
    String type = required(attributes, "type");
    if (!type.equals(wanted)) {
      throw new Rejection(
              ErrorCode.UNSUPPORTED_EVENT_TYPE,
              "expected type " + wanted + ", found " + Require.quoted(type),
              "type")
          .asException();
    }
    json(attributes.get("datacontenttype"));
    String source = required(attributes, "source");
    Require.text("source", source, Limits.URI_CHARS_MAX);
    uri("source", source);
    String schema = attributes.get("dataschema");
    if (schema != null && !uri("dataschema", schema).isAbsolute()) {
      throw CloudEvents.invalid(
          "dataschema", "expected an absolute URI in dataschema, found " + Require.quoted(schema));
    }
    return new Attributes(
        source,
        required(attributes, "id"),
        time(attributes.get("time")),
        attributes.get("traceparent"));
  }

  /**
   * These attributes with their data.
   *
   * @throws dev.assay.schemas.RejectedException when id or time is malformed
   */
  ExecutionEvent event(ExecutionData data) {
    return new ExecutionEvent(source, id, time, traceparent, data);
  }

  private static @Nullable String time(@Nullable String text) {
    try {
      return text == null ? null : Times.canonical("time", text);
    } catch (RejectedException e) {
      throw CloudEvents.invalid("time", e.rejection().detail());
    }
  }

  private static String required(Map<String, String> attributes, String name) {
    String value = attributes.get(name);
    if (value == null || value.isEmpty()) {
      throw CloudEvents.invalid(
          name,
          "expected the CloudEvents attribute "
              + name
              + ", found "
              + (value == null ? "none" : "an empty one"));
    }
    return value;
  }

  private static void wellFormed(String name, String value) {
    boolean sound = !name.isEmpty() && name.length() <= NAME_CHARS_MAX;
    for (int i = 0; sound && i < name.length(); i++) {
      char c = name.charAt(i);
      sound = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }
    if (!sound) {
      throw CloudEvents.invalid(
          null,
          "expected attribute names of lower-case letters and digits, found "
              + Require.quoted(name));
    }
    Require.optionalText(name, value, VALUE_CHARS_MAX);
  }

  private static URI uri(String name, String value) {
    try {
      return new URI(value);
    } catch (URISyntaxException _) {
      throw CloudEvents.invalid(
          name, "expected a URI (RFC 3986) in " + name + ", found " + Require.quoted(value));
    }
  }

  /** Absent means application/json (JSON event format 3.1.1). */
  private static void json(@Nullable String contentType) {
    if (contentType == null) {
      return;
    }
    int semicolon = contentType.indexOf(';');
    String mediaType =
        (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
            .trim()
            .toLowerCase(Locale.ROOT);
    String parameters =
        semicolon < 0 ? "" : contentType.substring(semicolon + 1).trim().toLowerCase(Locale.ROOT);
    boolean utf8 =
        parameters.isEmpty()
            || parameters.equals("charset=utf-8")
            || parameters.equals("charset=\"utf-8\"");
    if (!utf8 || !mediaType.equals("application/json")) {
      throw new Rejection(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "expected datacontenttype application/json in UTF-8, found "
                  + Require.quoted(contentType),
              "datacontenttype")
          .asException();
    }
  }
}
