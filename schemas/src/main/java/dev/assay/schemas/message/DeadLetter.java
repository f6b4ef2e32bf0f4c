package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * A record that could not be processed, kept for inspection.
 *
 * @param partition where the record stands
 * @param offset its place in the partition
 * @param workItem the work item when it could be read
 * @param payloadDigest SHA-256 of the whole value
 * @param payloadHead base64 of its first {@link #PAYLOAD_HEAD_BYTES_MAX} bytes
 */
public record DeadLetter(
    String topic,
    int partition,
    long offset,
    ErrorCode code,
    String reason,
    @Nullable String workItem,
    String payloadDigest,
    String payloadHead,
    String time) {

  /** Bytes of the refused value that are kept. */
  public static final int PAYLOAD_HEAD_BYTES_MAX = 16 * 1024;

  public DeadLetter {
    topic = Require.text("topic", topic, Limits.ID_CHARS_MAX);
    code = Require.present("code", code);
    reason = Require.present("reason", reason);
    payloadDigest = Require.digest("payloadDigest", payloadDigest);
    payloadHead = Require.present("payloadHead", payloadHead);
    time = Require.present("time", time);
  }
}
