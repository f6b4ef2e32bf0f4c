package dev.assay.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request: a method, a path below the server's address, headers and a body, maybe an empty one.
 */
final class Call {

  private final String method;
  private final String path;
  private final Duration limit;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final byte[] body;
  private final @Nullable Path file;

  private Call(String method, String path, Duration limit, byte[] body, @Nullable Path file) {
    this.method = method;
    this.path = path;
    this.limit = limit;
    this.body = body;
    this.file = file;
  }

  static Call get(String path) {
    return get(path, ClientLimits.ANSWER_TIME);
  }

  static Call get(String path, Duration limit) {
    return new Call("GET", path, limit, new byte[0], null);
  }

  static Call put(String path, Duration limit, String mediaType, byte[] body) {
    return new Call("PUT", path, limit, body, null).header("Content-Type", mediaType);
  }

  static Call put(String path, Duration limit, String mediaType, Path file) {
    return new Call("PUT", path, limit, new byte[0], file).header("Content-Type", mediaType);
  }

  static Call post(String path, Duration limit, String mediaType, byte[] body) {
    return new Call("POST", path, limit, body, null).header("Content-Type", mediaType);
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

  /** The file that is the body, or null where it is {@link #body}. */
  @Nullable Path file() {
    return file;
  }

  byte[] body() {
    return body;
  }
}
