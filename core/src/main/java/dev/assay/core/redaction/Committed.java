package dev.assay.core.redaction;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

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
}
