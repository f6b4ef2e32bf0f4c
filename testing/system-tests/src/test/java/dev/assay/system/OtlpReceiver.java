package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Takes spans and log records over OTLP/HTTP, as a collector does. */
final class OtlpReceiver implements AutoCloseable {

  private final List<Received> spans = new CopyOnWriteArrayList<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.createContext("/v1/logs", this::takeLogs);
    server.start();
  }

  /** A span with its ids in hex and its attributes as text. */
  record Received(String name, String trace, String parent, Map<String, String> attributes) {

    String attribute(String key) {
      return attributes.getOrDefault(key, "");
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What has come so far about {@code workItem}. */
  List<Received> spans(String workItem) {
    return spans.stream()
        .filter(span -> span.attribute("assay.work_item").equals(workItem))
        .toList();
  }

  /** The log records that came in JSON and name {@code workItem}. */
  List<JsonNode> events(String workItem) {
    return events.stream()
        .filter(event -> event.path("attributes").toString().contains('"' + workItem + '"'))
        .toList();
  }

  private void takeLogs(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      new Api.Answer(200, body)
          .json()
          .at("/resourceLogs/0/scopeLogs/0/logRecords")
          .forEach(events::add);
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
          .getResourceSpansList()
          .forEach(resource ->
              resource
                  .getScopeSpansList()
                  .forEach(
                      scope -> scope.getSpansList().forEach(span -> spans.add(received(span)))));
      exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static Received received(Span span) {
    return new Received(
        span.getName(),
        hex(span.getTraceId()),
        hex(span.getParentSpanId()),
        span.getAttributesList().stream()
            .collect(Collectors.toMap(KeyValue::getKey, OtlpReceiver::text)));
  }

  private static String text(KeyValue attribute) {
    return attribute.getValue().hasIntValue()
        ? Long.toString(attribute.getValue().getIntValue())
        : attribute.getValue().getStringValue();
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
