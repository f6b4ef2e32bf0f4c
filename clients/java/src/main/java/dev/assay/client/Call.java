package dev.assay.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request: a method, a path below the server's address, headers and a body, maybe an empty one.
 */
final class Call {

  private final String method;
  private final String path;
  private final Duration limit;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final byte[] body;

  private Call(String method, String path, Duration limit, byte[] body) {
    this.method = method;
    this.path = path;
    this.limit = limit;
    this.body = body;
  }

  static Call get(String path, Duration limit) {
    return new Call("GET", path, limit, new byte[0]);
  }

  static Call put(String path, Duration limit, String mediaType, byte[] body) {
    return new Call("PUT", path, limit, body).header("Content-Type", mediaType);
  }

  static Call post(String path, Duration limit, String mediaType, byte[] body) {
    return new Call("POST", path, limit, body).header("Content-Type", mediaType);
  }

  Call header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  /** How long the answer is waited for. */
  Duration limit() {
    return limit;
  }

  Map<String, String> headers() {
    return headers;
  }

  boolean hasBody() {
    return !method.equals("GET");
  }

  byte[] body() {
    return body;
  }
}
