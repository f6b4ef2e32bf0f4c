package dev.assay.schemas.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Locale;

/** How much harm a wrong acceptance would do. */
public enum Risk {
  LOW,
  MEDIUM,
  HIGH;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The risk of that wire name.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_FIELD for an unknown one
   */
  @JsonCreator
  public static Risk of(String wire) {
    return switch (wire) {
      case "low" -> LOW;
      case "medium" -> MEDIUM;
      case "high" -> HIGH;
      default ->
          throw new Rejection(
                  ErrorCode.INVALID_FIELD,
                  "expected low, medium or high, found " + Require.quoted(wire),
                  "risk")
              .asException();
    };
  }
}
