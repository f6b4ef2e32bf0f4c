package dev.assay.runtime.trace;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The trace context that records about one execution carry with them. */
public final class TraceHeader {

  /** More is no trace context, and would go with every record that is sent. */
  private static final int BYTES_MAX = 64;

  private TraceHeader() {}

  /** The context in {@code headers}, untrusted, or null. */
  public static @Nullable String in(Headers headers) {
    Header header = headers.lastHeader(PipelineTracer.HEADER);
    return header == null || header.value() == null || header.value().length > BYTES_MAX
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** Headers with {@code traceparent}, or none. */
  public static Headers of(@Nullable String traceparent) {
    RecordHeaders headers = new RecordHeaders();
    if (traceparent != null) {
      headers.add(PipelineTracer.HEADER, traceparent.getBytes(StandardCharsets.UTF_8));
    }
    return headers;
  }
}
