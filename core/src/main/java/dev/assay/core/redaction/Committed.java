package dev.assay.core.redaction;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a statement can commit to the fields of. */
public enum Committed {

  /** The data of the execution event: what the agent says. */
  CLAIM,

  /** The verifier's report. */
  REPORT;

  /** As it is written in statements and calls. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one that is written {@code text}. */
  public static Optional<Committed> of(String text) {
    return Arrays.stream(values()).filter(each -> each.wire().equals(text)).findFirst();
  }
}
