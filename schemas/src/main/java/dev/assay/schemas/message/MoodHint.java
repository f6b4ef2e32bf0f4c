package dev.assay.schemas.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What an agent tells about its own circumstances (green-threads facts, section 8). A hint can make
 * the director stricter, never more lenient.
 */
public enum MoodHint {
  CRASH_DETECTED("crash-detected"),
  STATE_INCONSISTENT("state-inconsistent"),
  NO_DEMO("no-demo"),
  NO_CONJECTURES("no-conjectures"),
  AMBIGUOUS("ambiguous"),
  SECURITY_BOUNDARY("security-boundary"),
  PREFERENCE_MISSING("preference-missing"),
  SUSPECTED_INJECTION("suspected-injection");

  private final String wire;

  MoodHint(String wire) {
    this.wire = wire;
  }

  /** The name on the wire. */
  @JsonValue
  public String wire() {
    return wire;
  }

  /**
   * The hint of that wire name.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_FIELD for an unknown one
   */
  @JsonCreator
  public static MoodHint of(String wire) {
    for (MoodHint hint : values()) {
      if (hint.wire.equals(wire)) {
        return hint;
      }
    }
    String known = Arrays.stream(values()).map(MoodHint::wire).collect(Collectors.joining(", "));
    throw new Rejection(
            ErrorCode.INVALID_FIELD,
            "expected a hint out of " + known + ", found " + Require.quoted(wire),
            "hints")
        .asException();
  }
}
