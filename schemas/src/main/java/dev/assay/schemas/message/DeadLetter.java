package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A record that could not be processed, kept for inspection.
 *
 * @param partition where the record stands
 * @param offset its place in the partition
 * @param workItem the work item when it could be read
 * @param payloadDigest SHA-256 of the whole value; of a report that came before its execution, and
 *     is refused when that comes or does not come in time, the report's, although the place is that
 *     of the execution or of the director's word that time is over
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
    topic = Require.text("topic", topic, Limits.TOPIC_CHARS_MAX);
    code = Require.present("code", code);
    reason = Require.present("reason", reason);
    payloadDigest = Require.digest("payloadDigest", payloadDigest);
    payloadHead = Require.present("payloadHead", payloadHead);
    time = Times.canonical("time", Require.present("time", time));
  }

  /**
   * The dead letter of a record.
   *
   * @param value the whole value; its digest and its first bytes are kept
   */
  public static DeadLetter of(
      String topic,
      int partition,
      long offset,
      Rejection rejection,
      @Nullable String workItem,
      byte[] value,
      String time) {
    byte[] head = Arrays.copyOf(value, Math.min(value.length, PAYLOAD_HEAD_BYTES_MAX));
    return new DeadLetter(
        topic,
        partition,
        offset,
        rejection.code(),
        excerpt(rejection.detail()),
        workItem,
        Digests.sha256Hex(value),
        Base64.getEncoder().encodeToString(head),
        time);
  }

  private static String excerpt(String detail) {
    return detail.codePointCount(0, detail.length()) <= Limits.REFUSAL_CHARS_MAX
        ? detail
        : detail.substring(0, detail.offsetByCodePoints(0, Limits.REFUSAL_CHARS_MAX - 1)) + "…";
  }
}
