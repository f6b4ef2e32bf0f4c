package dev.assay.schemas.cloudevents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads CloudEvents 1.0 of type {@link ExecutionEvent#TYPE} in structured, batch and binary mode
 * (CloudEvents core specification and JSON event format 1.0.2), and makes the documents of
 * structured mode.
 *
 * <p>Context attributes that the specification does not define are extensions: they must be
 * well-formed, and all but {@code traceparent} are dropped. Members of {@code data} that the
 * contract does not define are rejections.
 */
public final class CloudEvents {

  /** Media type of one event in structured mode. */
  public static final String STRUCTURED = "application/cloudevents+json";

  /** Media type of several events in one JSON array. */
  public static final String BATCH = "application/cloudevents-batch+json";

  private static final String DATA = "data";
  private static final String DATA_BASE64 = "data_base64";

  private CloudEvents() {}

  /** A structured-mode JSON document, to which optional attributes may be added. */
  public static ObjectNode document(String source, String id, JsonNode data) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("specversion", Attributes.VERSION);
    document.put("type", ExecutionEvent.TYPE);
    document.put("source", source);
    document.put("id", id);
    document.put("datacontenttype", "application/json");
    document.set(DATA, data);
    return document;
  }

  /** {@code document} as part of the trace that {@code traceparent} names, if it names one. */
  public static ObjectNode traced(ObjectNode document, @Nullable String traceparent) {
    TraceContext.parse(traceparent)
        .ifPresent(context -> document.put("traceparent", context.text()));
    return document;
  }

  /** The event that a structured-mode JSON document holds, or why it holds none. */
  public static Parsed<ExecutionEvent> structured(byte[] document) {
    if (document.length > Limits.EVENT_BYTES_MAX) {
      return new Parsed.Rejected<>(tooLarge(document.length));
    }
    return switch (Json.tree(document)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> event(node);
      case Parsed.Rejected<JsonNode>(Rejection rejection) -> new Parsed.Rejected<>(rejection);
    };
  }

  /**
   * Evidence with the identity of its event.
   *
   * @param id of the event
   * @param event an execution under the same identity
   */
  public record Evidence(
      String id, EvidenceData data, Function<ExecutionData, ExecutionEvent> event) {}

  /** The evidence that a structured-mode JSON document holds, or why it holds none. */
  public static Parsed<Evidence> evidence(byte[] document) {
    if (document.length > Limits.EVENT_BYTES_MAX) {
      return new Parsed.Rejected<>(tooLarge(document.length));
    }
    return switch (Json.tree(document)) {
      case Parsed.Rejected<JsonNode>(Rejection rejection) -> new Parsed.Rejected<>(rejection);
      case Parsed.Accepted<JsonNode>(JsonNode node) -> evidence(node);
    };
  }

  private static Parsed<Evidence> evidence(JsonNode node) {
    try {
      Attributes checked = Attributes.of(attributes(node), EvidenceData.TYPE);
      return switch (data(node, EvidenceData.class)) {
        case Parsed.Accepted<EvidenceData>(EvidenceData value) ->
            new Parsed.Accepted<>(new Evidence(checked.id(), value, checked::event));
        case Parsed.Rejected<EvidenceData>(Rejection rejection) -> new Parsed.Rejected<>(rejection);
      };
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    }
  }

  /**
   * The events of a batch document in their order, each read by itself; a rejection of the whole
   * when it is no JSON array of 1 to {@link Limits#BATCH_EVENTS_MAX} elements.
   */
  public static Parsed<List<Parsed<ExecutionEvent>>> batch(byte[] document) {
    if (document.length > Limits.BATCH_BYTES_MAX) {
      return new Parsed.Rejected<>(
          Rejection.of(
              ErrorCode.PAYLOAD_TOO_LARGE,
              "expected a batch of at most "
                  + Limits.BATCH_BYTES_MAX
                  + " bytes, found "
                  + document.length));
    }
    return switch (Json.tree(document)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> elements(node, document.length);
      case Parsed.Rejected<JsonNode>(Rejection rejection) -> new Parsed.Rejected<>(rejection);
    };
  }

  /**
   * The event of binary mode, or why there is none.
   *
   * @param attributes context attributes by their plain names ({@code id}, {@code source}, …)
   *     without the binding's prefix; the transport's content type is {@code datacontenttype}
   * @param data the JSON bytes of {@code data}
   */
  public static Parsed<ExecutionEvent> binary(Map<String, String> attributes, byte[] data) {
    if (data.length > Limits.EVENT_BYTES_MAX) {
      return new Parsed.Rejected<>(tooLarge(data.length));
    }
    try {
      Attributes checked = Attributes.of(attributes, ExecutionEvent.TYPE);
      return combine(checked, Json.parse(data, ExecutionData.class));
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    }
  }

  private static Parsed<List<Parsed<ExecutionEvent>>> elements(JsonNode node, int documentBytes) {
    if (!node.isArray() || node.isEmpty() || node.size() > Limits.BATCH_EVENTS_MAX) {
      return new Parsed.Rejected<>(
          Rejection.of(
              node.isArray() && !node.isEmpty()
                  ? ErrorCode.LIMIT_EXCEEDED
                  : ErrorCode.INVALID_CLOUDEVENT,
              "expected a JSON array of 1 to "
                  + Limits.BATCH_EVENTS_MAX
                  + " events, found "
                  + (node.isArray() ? node.size() + " elements" : "no array")));
    }
    List<Parsed<ExecutionEvent>> events = new ArrayList<>(node.size());
    for (JsonNode element : node) {
      int bytes = documentBytes > Limits.EVENT_BYTES_MAX ? Json.write(element).length : 0;
      events.add(
          bytes > Limits.EVENT_BYTES_MAX ? new Parsed.Rejected<>(tooLarge(bytes)) : event(element));
    }
    return new Parsed.Accepted<>(List.copyOf(events));
  }

  private static Parsed<ExecutionEvent> event(JsonNode node) {
    try {
      Attributes checked = Attributes.of(attributes(node), ExecutionEvent.TYPE);
      return combine(checked, data(node, ExecutionData.class));
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    }
  }

  private static Map<String, String> attributes(JsonNode node) {
    if (!node.isObject()) {
      throw invalid(null, "expected a JSON object, found another kind of value");
    }
    Map<String, String> attributes = HashMap.newHashMap(node.size());
    node.properties()
        .forEach(member -> {
          String text = attribute(member.getKey(), member.getValue());
          if (text != null) {
            attributes.put(member.getKey(), text);
          }
        });
    return attributes;
  }

  /** The text of a context attribute; null for data members and for attributes that are unset. */
  private static @Nullable String attribute(String name, JsonNode value) {
    if (name.equals(DATA) || name.equals(DATA_BASE64) || value.isNull()) {
      return null;
    }
    boolean defined = Attributes.defined(name);
    if (value.isTextual() || !defined && (value.isBoolean() || value.isIntegralNumber())) {
      return value.asText();
    }
    throw invalid(
        name,
        defined
            ? "expected a string in " + name + ", found another kind of value"
            : "expected a string, boolean or integer in the extension attribute "
                + Require.quoted(name)
                + ", found another kind of value");
  }

  private static <T> Parsed<T> data(JsonNode node, Class<T> type) {
    JsonNode data = node.get(DATA);
    JsonNode base64 = node.get(DATA_BASE64);
    if (data != null && base64 != null) {
      throw invalid(DATA, "expected either data or data_base64, found both");
    }
    if (base64 != null && base64.isTextual()) {
      try {
        return Json.parse(Base64.getDecoder().decode(base64.textValue()), type);
      } catch (IllegalArgumentException _) {
        throw invalid(DATA_BASE64, "expected base64 (RFC 4648) in data_base64, found other text");
      }
    }
    if (data == null || !data.isObject()) {
      throw new Rejection(
              data == null ? ErrorCode.MISSING_FIELD : ErrorCode.INVALID_FIELD,
              "expected a JSON object in data, found "
                  + (data == null ? "none" : "another kind of value"),
              DATA)
          .asException();
    }
    return Json.parse(data, type);
  }

  private static Parsed<ExecutionEvent> combine(Attributes attributes, Parsed<ExecutionData> data) {
    return switch (data) {
      case Parsed.Accepted<ExecutionData>(ExecutionData value) ->
          new Parsed.Accepted<>(attributes.event(value));
      case Parsed.Rejected<ExecutionData>(Rejection rejection) -> new Parsed.Rejected<>(rejection);
    };
  }

  private static Rejection tooLarge(int bytes) {
    return Rejection.of(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "expected an event of at most " + Limits.EVENT_BYTES_MAX + " bytes, found " + bytes);
  }

  static RejectedException invalid(@Nullable String field, String detail) {
    return new Rejection(ErrorCode.INVALID_CLOUDEVENT, detail, field).asException();
  }
}
