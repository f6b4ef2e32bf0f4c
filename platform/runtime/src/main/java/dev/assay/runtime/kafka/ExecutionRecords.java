package dev.assay.runtime.kafka;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record of the executions topic in any of its three forms: Avro single-object encoding, or
 * a CloudEvent as the CloudEvents Kafka protocol binding 1.0 has it, structured ({@code
 * content-type: application/cloudevents+json}) or binary ({@code ce_*} headers and JSON data).
 */
public final class ExecutionRecords {

  private static final String ATTRIBUTE_PREFIX = "ce_";
  private static final String CONTENT_TYPE = "content-type";

  private ExecutionRecords() {}

  /** The execution that a record holds, or why it holds none. */
  public static Parsed<ExecutionEvent> read(byte @Nullable [] value, Headers headers) {
    if (value == null) {
      return rejected(ErrorCode.UNDECODABLE_RECORD, "expected a value, found none");
    }
    long bytes = value.length;
    for (Header header : headers) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    if (bytes > Limits.EVENT_BYTES_MAX) {
      return rejected(
          ErrorCode.PAYLOAD_TOO_LARGE,
          "expected at most " + Limits.EVENT_BYTES_MAX + " bytes with headers, found " + bytes);
    }
    if (AvroCodec.isSingleObject(value)) {
      return Topic.EXECUTIONS.codec().decode(value);
    }
    Map<String, String> attributes = new HashMap<>();
    String contentType = "";
    for (Header header : headers) {
      String text =
          header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
      String name = header.key().toLowerCase(Locale.ROOT);
      if (name.startsWith(ATTRIBUTE_PREFIX)) {
        attributes.put(name.substring(ATTRIBUTE_PREFIX.length()), text);
      } else if (name.equals(CONTENT_TYPE)) {
        contentType = text.toLowerCase(Locale.ROOT);
      }
    }
    if (attributes.isEmpty() || contentType.startsWith(CloudEvents.STRUCTURED)) {
      return CloudEvents.structured(value);
    }
    if (!contentType.isEmpty()) {
      attributes.put("datacontenttype", contentType);
    }
    return CloudEvents.binary(attributes, value);
  }

  private static Parsed<ExecutionEvent> rejected(ErrorCode code, String detail) {
    return new Parsed.Rejected<>(Rejection.of(code, detail));
  }
}
