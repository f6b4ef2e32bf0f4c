package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import org.jspecify.annotations.Nullable;

/**
 * What the director of a work item refused, for whoever sent it.
 *
 * @param code why
 * @param summary the director's own words: what was expected, found, and what to do
 * @param eventId the CloudEvents id of the execution it is about, or null when it is about none
 * @param eventKey that execution's key, or null
 * @param input SHA-256 that tells the refused input from others: of an execution's canonical data,
 *     the id of the request that a report answers, or the id of another fact
 * @param time RFC 3339 time of its record
 */
public record Refusal(
    ErrorCode code,
    String summary,
    @Nullable String eventId,
    @Nullable String eventKey,
    String input,
    String time) {

  /** Refusals that a work item shows, the newest. */
  public static final int SHOWN_MAX = 16;

  /** Characters of a refusal's summary. */
  public static final int SUMMARY_CHARS_MAX = 300;

  public Refusal {
    code = Require.present("refusals.code", code);
    summary = Require.text("refusals.summary", summary, SUMMARY_CHARS_MAX);
    if (eventId != null) {
      Require.text("refusals.eventId", eventId, Limits.ID_CHARS_MAX);
    }
    Require.optionalDigest("refusals.eventKey", eventKey);
    input = Require.digest("refusals.input", input);
    time = Times.canonical("refusals.time", Require.present("refusals.time", time));
  }

  /** The refusal of an execution. */
  public static Refusal of(ExecutionEvent event, Rejection rejection, String time) {
    return new Refusal(
        rejection.code(),
        summary(rejection),
        event.id(),
        event.eventKey(),
        event.contentDigest(),
        time);
  }

  /** The refusal of what was told about {@code about}, or about no execution in particular. */
  public static Refusal of(
      @Nullable ExecutionEvent about, String input, Rejection rejection, String time) {
    return new Refusal(
        rejection.code(),
        summary(rejection),
        about == null ? null : about.id(),
        about == null ? null : about.eventKey(),
        input,
        time);
  }

  /** Whether both refuse the same input for the same reason, whenever it came. */
  public boolean repeats(Refusal other) {
    return code == other.code && input.equals(other.input) && same(eventKey, other.eventKey);
  }

  private static boolean same(@Nullable String a, @Nullable String b) {
    return a == null ? b == null : a.equals(b);
  }

  /** What was refused, as the rejection that the sender is answered with. */
  public Rejection rejection() {
    return Rejection.of(code, summary);
  }

  /** A rejection's sentence in one line of bounded length; what it quotes is a stranger's. */
  private static String summary(Rejection rejection) {
    StringBuilder out = new StringBuilder();
    rejection
        .detail()
        .codePoints()
        .map(c -> Character.isISOControl(c) || c >= 0xd800 && c <= 0xdfff ? '?' : c)
        .limit(SUMMARY_CHARS_MAX)
        .forEach(out::appendCodePoint);
    return out.isEmpty() ? rejection.code().name() : out.toString();
  }
}
