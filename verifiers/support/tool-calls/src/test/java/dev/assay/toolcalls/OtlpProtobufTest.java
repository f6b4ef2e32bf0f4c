package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Outline;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OtlpProtobufTest {

  private static final int NODES = 10_000;

  private static final ExportTraceServiceRequest TRACES =
      ExportTraceServiceRequest.newBuilder()
          .addResourceSpans(
              ResourceSpans.newBuilder()
                  .addScopeSpans(
                      ScopeSpans.newBuilder()
                          .addSpans(
                              Span.newBuilder()
                                  .setTraceId(hex("0af7651916cd43dd8448eb211c80319c"))
                                  .setSpanId(hex("b7ad6b7169203331"))
                                  .setName("execute_tool orders.update")
                                  .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
                                  .setTraceState("a=b")
                                  .setFlags(1)
                                  .setStartTimeUnixNano(1_795_514_400_000_000_000L)
                                  .setEndTimeUnixNano(1_795_514_401_000_000_000L)
                                  .addAttributes(text("gen_ai.operation.name", "execute_tool"))
                                  .addAttributes(text("gen_ai.tool.name", "orders.update"))
                                  .addAttributes(text("gen_ai.tool.call.id", "call_1"))
                                  .addAttributes(
                                      KeyValue.newBuilder()
                                          .setKey("gen_ai.tool.call.arguments")
                                          .setValue(arguments()))
                                  .setStatus(
                                      Status.newBuilder()
                                          .setCode(Status.StatusCode.STATUS_CODE_ERROR)))))
          .build();

  /** The same request as the protocol maps it, ids in capitals and a number for an integer. */
  private static final String TRACES_JSON =
      """
      {"resourceSpans":[{"scopeSpans":[{"spans":[{
        "traceId":"0AF7651916CD43DD8448EB211C80319C","spanId":"B7AD6B7169203331","unknown":[{}],
        "name":"execute_tool orders.update","kind":1,
        "startTimeUnixNano":"1795514400000000000","endTimeUnixNano":1795514401000000000,
        "attributes":[
          {"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
          {"key":"gen_ai.tool.name","value":{"stringValue":"orders.update"}},
          {"key":"gen_ai.tool.call.id","value":{"stringValue":"call_1"}},
          {"key":"gen_ai.tool.call.arguments","value":{"kvlistValue":{"values":[
            {"key":"id","value":{"intValue":7}},
            {"key":"total","value":{"doubleValue":19.5}},
            {"key":"gift","value":{"boolValue":true}},
            {"key":"raw","value":{"bytesValue":"AQI="}}]}}}],
        "status":{"code":2}}]}]}]}
      """;

  @Test
  void protobufAndJsonOfOneRequestGiveEqualRecords() throws IOException {
    String read = written("traces", TRACES.toByteArray());

    List<ToolCall> calls = calls(read);
    assertThat(calls).hasSize(1);
    assertThat(described(calls)).isEqualTo(described(calls(TRACES_JSON)));
    assertThat(JsonText.stable(calls.getFirst().params()))
        .isEqualTo("{\"gift\":true,\"id\":7,\"raw\":\"AQI=\",\"total\":19.5}");
  }

  @Test
  void logsAreReadToo() throws IOException {
    ExportLogsServiceRequest logs =
        ExportLogsServiceRequest.newBuilder()
            .addResourceLogs(
                ResourceLogs.newBuilder()
                    .addScopeLogs(
                        ScopeLogs.newBuilder()
                            .addLogRecords(
                                LogRecord.newBuilder()
                                    .setEventName("codex.tool_result")
                                    .setObservedTimeUnixNano(1_795_514_401_000_000_000L)
                                    .setBody(AnyValue.newBuilder().setStringValue("x"))
                                    .addAttributes(text("tool_name", "orders_update"))
                                    .addAttributes(text("call_id", "c1"))
                                    .addAttributes(text("arguments", "{\"id\":7}"))
                                    .addAttributes(text("success", "true")))))
            .build();

    List<ToolCall> calls = calls(written("logs", logs.toByteArray()));

    assertThat(calls).hasSize(1);
    assertThat(calls.getFirst().outcome()).isEqualTo(ToolCall.Outcome.OK);
    assertThat(calls.getFirst().end()).isEqualTo("2026-11-24T10:00:01Z");
  }

  @Test
  void damagedBytesAreRefusedOrReadAndNothingElse() {
    byte[] whole = TRACES.toByteArray();
    Random random = new Random(1);
    for (int run = 0; run < 20_000; run++) {
      byte[] damaged = whole.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        calls(written("traces", damaged));
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  @Test
  void nestingAndValuesAreBounded() {
    AnyValue deep = AnyValue.newBuilder().setStringValue("x").build();
    for (int i = 0; i < 90; i++) {
      deep =
          AnyValue.newBuilder()
              .setKvlistValue(
                  KeyValueList.newBuilder().addValues(KeyValue.newBuilder().setValue(deep)))
              .build();
    }
    byte[] bomb =
        ExportTraceServiceRequest.newBuilder()
            .addResourceSpans(
                ResourceSpans.newBuilder()
                    .addScopeSpans(
                        ScopeSpans.newBuilder()
                            .addSpans(
                                Span.newBuilder()
                                    .addAttributes(KeyValue.newBuilder().setValue(deep)))))
            .build()
            .toByteArray();

    assertThatThrownBy(() -> written("traces", bomb)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> OtlpProtobuf.read("traces", TRACES.toByteArray(), 0))
        .isInstanceOf(IOException.class);
  }

  /** A request with all of its records, as JSON. */
  private static String written(String signal, byte[] bytes) throws IOException {
    OtlpProtobuf read = OtlpProtobuf.read(signal, bytes, NODES);
    JsonArray.Builder resources = JsonArray.builder();
    for (Outline resource : read.root().inner()) {
      JsonArray.Builder scopes = JsonArray.builder();
      for (Outline scope : resource.inner()) {
        JsonArray.Builder records = JsonArray.builder();
        for (int i = 0; i < scope.records(); i++) {
          records.add(read.record(scope.from(i), scope.to(i)));
        }
        scopes.add(
            scope.head().with(signal.equals("logs") ? "logRecords" : "spans", records.build()));
      }
      resources.add(
          resource.head().with(signal.equals("logs") ? "scopeLogs" : "scopeSpans", scopes.build()));
    }
    return JsonText.asWritten(
        JsonObject.builder()
            .put(signal.equals("logs") ? "resourceLogs" : "resourceSpans", resources.build())
            .build());
  }

  private static AnyValue arguments() {
    return AnyValue.newBuilder()
        .setKvlistValue(
            KeyValueList.newBuilder()
                .addValues(value("id", AnyValue.newBuilder().setIntValue(7)))
                .addValues(value("total", AnyValue.newBuilder().setDoubleValue(19.5)))
                .addValues(value("gift", AnyValue.newBuilder().setBoolValue(true)))
                .addValues(
                    value(
                        "raw",
                        AnyValue.newBuilder()
                            .setBytesValue(ByteString.copyFrom(new byte[] {1, 2})))))
        .build();
  }

  private static KeyValue value(String key, AnyValue.Builder value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }

  private static KeyValue text(String key, String value) {
    return value(key, AnyValue.newBuilder().setStringValue(value));
  }

  private static ByteString hex(String digits) {
    return ByteString.copyFrom(HexFormat.of().parseHex(digits));
  }

  private static List<ToolCall> calls(String json) {
    return ToolCallReader.read(json.getBytes(StandardCharsets.UTF_8))
            instanceof Parsed.Accepted<ToolTrace>(ToolTrace trace)
        ? trace.calls()
        : List.of();
  }

  /** Records as texts, since trees have no equality of their own. */
  private static List<String> described(List<ToolCall> calls) {
    return calls.stream()
        .map(call ->
            String.join(
                " ",
                call.tool(),
                String.valueOf(call.callId()),
                JsonText.stable(call.params()),
                call.outcome().wire(),
                String.valueOf(call.start()),
                String.valueOf(call.end()),
                call.source().toString()))
        .toList();
  }
}
