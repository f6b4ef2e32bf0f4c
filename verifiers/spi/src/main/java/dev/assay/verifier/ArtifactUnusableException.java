package dev.assay.verifier;

import dev.assay.schemas.Limits;
import java.io.IOException;
import java.io.Serial;
import java.util.regex.Pattern;

/**
 * Nothing can be said about an artifact: it is empty, cut short, of an unknown form, or shaped to
 * exhaust its reader. The report is INCONCLUSIVE with the code and the run is not tried again,
 * since the same bytes would end the same. May be thrown from within a parser; its causes and what
 * wraps it do not matter.
 */
public final class ArtifactUnusableException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{1,63}");

  private final String code;

  /**
   * An artifact that cannot be judged.
   *
   * @param code a stable name in upper case, such as {@code REPORT_TRUNCATED}
   * @param summary one sentence of the verifier's own words, for the report; nothing from the
   *     artifact
   */
  public ArtifactUnusableException(String code, String summary) {
    super(summary.substring(0, Math.min(summary.length(), Limits.HYPERTHESIS_CHARS_MAX)));
    if (!CODE.matcher(code).matches()) {
      throw new IllegalArgumentException("expected a code such as REPORT_TRUNCATED, found " + code);
    }
    this.code = code;
  }

  /** The stable name. */
  public String code() {
    return code;
  }

  /** One sentence for the report. */
  public String summary() {
    return String.valueOf(getMessage());
  }
}
