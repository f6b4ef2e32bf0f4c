package dev.assay.toolcalls;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Outline;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads OTLP's protobuf as the JSON that the protocol maps it to (opentelemetry-proto 1.11,
 * trace.proto, logs.proto, common.proto): ids in hexadecimal, 64-bit integers as texts. Fields that
 * nobody here looks at are skipped.
 */
public final class OtlpProtobuf implements Outline.Source {

  /** How a field is written in JSON. */
  private enum Kind {
    TEXT,
    HEX,
    BASE64,
    BOOL,
    INT32,
    INT64,
    FIXED64,
    DOUBLE,
    MESSAGE,

    /** A message on the way to records, or a record. */
    OUTLINED
  }

  /** A field of a message; {@code of} is the message that it holds. */
  private record Field(String name, Kind kind, boolean repeated, Message of) {}

  /** A message: its fields by number. */
  private static final class Message {
    private final @Nullable Field[] fields = new Field[FIELDS_MAX];

    private void put(int number, Field field) {
      fields[number] = field;
    }

    private @Nullable Field get(int number) {
      return number < FIELDS_MAX ? fields[number] : null;
    }
  }

  /** All numbers of fields that are read are below. */
  private static final int FIELDS_MAX = 16;

  /** Messages around a record: the request, its resources and scopes. */
  private static final int OUTLINED_DEPTH = 3;

  private static final Message NONE = new Message();
  private static final Map<String, Message> MESSAGES = new HashMap<>();

  static {
    message("traces").put(1, outlined("resourceSpans", "resourceSpans"));
    Message resourceSpans = message("resourceSpans");
    resourceSpans.put(1, one("resource", "attributed"));
    resourceSpans.put(2, outlined("scopeSpans", "scopeSpans"));
    Message scopeSpans = message("scopeSpans");
    scopeSpans.put(1, one("scope", "scope"));
    scopeSpans.put(2, outlined("spans", "span"));
    Message span = message("span");
    span.put(1, scalar("traceId", Kind.HEX));
    span.put(2, scalar("spanId", Kind.HEX));
    span.put(4, scalar("parentSpanId", Kind.HEX));
    span.put(5, scalar("name", Kind.TEXT));
    span.put(6, scalar("kind", Kind.INT32));
    span.put(7, scalar("startTimeUnixNano", Kind.FIXED64));
    span.put(8, scalar("endTimeUnixNano", Kind.FIXED64));
    span.put(9, list("attributes", "keyValue"));
    span.put(10, scalar("droppedAttributesCount", Kind.INT32));
    span.put(11, list("events", "event"));
    span.put(15, one("status", "status"));
    Message event = message("event");
    event.put(1, scalar("timeUnixNano", Kind.FIXED64));
    event.put(2, scalar("name", Kind.TEXT));
    event.put(3, list("attributes", "keyValue"));
    Message status = message("status");
    status.put(2, scalar("message", Kind.TEXT));
    status.put(3, scalar("code", Kind.INT32));
    message("logs").put(1, outlined("resourceLogs", "resourceLogs"));
    Message resourceLogs = message("resourceLogs");
    resourceLogs.put(1, one("resource", "attributed"));
    resourceLogs.put(2, outlined("scopeLogs", "scopeLogs"));
    Message scopeLogs = message("scopeLogs");
    scopeLogs.put(1, one("scope", "scope"));
    scopeLogs.put(2, outlined("logRecords", "logRecord"));
    Message log = message("logRecord");
    log.put(1, scalar("timeUnixNano", Kind.FIXED64));
    log.put(2, scalar("severityNumber", Kind.INT32));
    log.put(3, scalar("severityText", Kind.TEXT));
    log.put(5, one("body", "anyValue"));
    log.put(6, list("attributes", "keyValue"));
    log.put(7, scalar("droppedAttributesCount", Kind.INT32));
    log.put(9, scalar("traceId", Kind.HEX));
    log.put(10, scalar("spanId", Kind.HEX));
    log.put(11, scalar("observedTimeUnixNano", Kind.FIXED64));
    log.put(12, scalar("eventName", Kind.TEXT));
    message("attributed").put(1, list("attributes", "keyValue"));
    Message scope = message("scope");
    scope.put(1, scalar("name", Kind.TEXT));
    scope.put(2, scalar("version", Kind.TEXT));
    Message keyValue = message("keyValue");
    keyValue.put(1, scalar("key", Kind.TEXT));
    keyValue.put(2, one("value", "anyValue"));
    Message any = message("anyValue");
    any.put(1, scalar("stringValue", Kind.TEXT));
    any.put(2, scalar("boolValue", Kind.BOOL));
    any.put(3, scalar("intValue", Kind.INT64));
    any.put(4, scalar("doubleValue", Kind.DOUBLE));
    any.put(5, one("arrayValue", "array"));
    any.put(6, one("kvlistValue", "kvlist"));
    any.put(7, scalar("bytesValue", Kind.BASE64));
    message("array").put(1, list("values", "anyValue"));
    message("kvlist").put(1, list("values", "keyValue"));
  }

  private final byte[] bytes;
  private final Message record;
  private final Outline root;
  private int recordsLeft;
  private int nodesLeft = ToolCallLimits.OUTLINE_HEAD_NODES_MAX;

  private OtlpProtobuf(String signal, byte[] bytes, int recordsMax) throws IOException {
    this.bytes = bytes;
    this.record = message(signal.equals("logs") ? "logRecord" : "span");
    this.recordsLeft = recordsMax;
    this.root = outline(MESSAGES.getOrDefault(signal, NONE), 0, bytes.length, 0);
  }

  /**
   * The outline of the request in {@code bytes} as OTLP JSON.
   *
   * @param signal {@code traces} or {@code logs}
   * @param recordsMax records that it may have
   * @throws IOException when the bytes are no such message, or one of too many values
   */
  public static OtlpProtobuf read(String signal, byte[] bytes, int recordsMax) throws IOException {
    return new OtlpProtobuf(signal, bytes, recordsMax);
  }

  @Override
  public Outline root() {
    return root;
  }

  @Override
  public JsonObject record(int from, int to) throws IOException {
    nodesLeft = ToolCallLimits.OUTLINE_RECORD_NODES_MAX;
    return message(CodedInputStream.newInstance(bytes, from, to - from), record, OUTLINED_DEPTH);
  }

  @Override
  public int recordNodes() {
    return ToolCallLimits.OUTLINE_RECORD_NODES_MAX - nodesLeft;
  }

  private Outline outline(Message message, int from, int to, int depth) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes, from, to - from);
    Outline.Builder out = Outline.builder();
    Members members = new Members(out.head());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      Field field = field(in, tag, message);
      if (field != null && field.kind() == Kind.OUTLINED) {
        int length = in.readRawVarint32();
        int start = from + in.getTotalBytesRead();
        in.skipRawBytes(length);
        if (!field.of().equals(record)) {
          count();
          out.add(outline(field.of(), start, start + length, depth + 1));
        } else if (--recordsLeft < 0) {
          throw tooMany();
        } else {
          out.add(start, start + length);
        }
      } else if (field != null) {
        count();
        members.put(field, value(in, field, depth));
      }
    }
    members.end();
    return out.build();
  }

  private JsonObject message(CodedInputStream in, Message message, int depth) throws IOException {
    if (depth > ToolCallLimits.PROTOBUF_DEPTH_MAX) {
      throw new InvalidProtocolBufferException("expected less nesting");
    }
    JsonObject.Builder out = JsonObject.builder();
    Members members = new Members(out);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      Field field = field(in, tag, message);
      if (field != null) {
        count();
        members.put(field, value(in, field, depth));
      }
    }
    members.end();
    return out.build();
  }

  /** The field of {@code tag}, or null for one that nobody looks at, which is skipped. */
  private static @Nullable Field field(CodedInputStream in, int tag, Message message)
      throws IOException {
    Field field = message.get(tag >>> 3);
    if (field != null && (tag & 7) == wireType(field.kind())) {
      return field;
    }
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("expected no end of a group");
    }
    return null;
  }

  private void count() throws IOException {
    if (--nodesLeft < 0) {
      throw tooMany();
    }
  }

  private static IOException tooMany() {
    return new InvalidProtocolBufferException("expected fewer values");
  }

  /** Members of a message: those that repeat are arrays behind the others. */
  private static final class Members {

    private final JsonObject.Builder out;
    private Map<String, JsonArray.Builder> lists = Map.of();

    private Members(JsonObject.Builder out) {
      this.out = out;
    }

    private void put(Field field, Json value) {
      if (field.repeated()) {
        lists = lists.isEmpty() ? new HashMap<>() : lists;
        lists.computeIfAbsent(field.name(), _ -> JsonArray.builder()).add(value);
      } else {
        out.put(field.name(), value);
      }
    }

    private void end() {
      lists.forEach((key, list) -> out.put(key, list.build()));
    }
  }

  private Json value(CodedInputStream in, Field field, int depth) throws IOException {
    return switch (field.kind()) {
      case TEXT -> Json.text(in.readStringRequireUtf8());
      case HEX -> Json.text(HexFormat.of().formatHex(in.readByteArray()));
      case BASE64 -> Json.text(base64(in.readBytes()));
      case BOOL -> Json.bool(in.readBool());
      case INT32 -> Json.number(in.readInt32());
      case INT64 -> Json.text(Long.toString(in.readInt64()));
      case FIXED64 -> Json.text(Long.toUnsignedString(in.readFixed64()));
      case DOUBLE -> Json.number(in.readDouble());
      case MESSAGE, OUTLINED -> {
        int limit = in.pushLimit(in.readRawVarint32());
        Json inner = message(in, field.of(), depth + 1);
        in.popLimit(limit);
        yield inner;
      }
    };
  }

  private static String base64(ByteString bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static int wireType(Kind kind) {
    return switch (kind) {
      case BOOL, INT32, INT64 -> 0;
      case FIXED64, DOUBLE -> 1;
      case TEXT, HEX, BASE64, MESSAGE, OUTLINED -> 2;
    };
  }

  private static Message message(String name) {
    return MESSAGES.computeIfAbsent(name, _ -> new Message());
  }

  private static Field scalar(String name, Kind kind) {
    return new Field(name, kind, false, NONE);
  }

  private static Field one(String name, String of) {
    return new Field(name, Kind.MESSAGE, false, message(of));
  }

  private static Field outlined(String name, String of) {
    return new Field(name, Kind.OUTLINED, true, message(of));
  }

  private static Field list(String name, String of) {
    return new Field(name, Kind.MESSAGE, true, message(of));
  }
}
