package dev.assay.policygate;

import java.util.Arrays;
import java.util.Optional;

/** One part of the gate; policy may leave parts out. */
enum Check {
  /** What the run was allowed to touch, against what its artifacts show. */
  CAPABILITIES("capabilities"),
  /** Pasted evidence in what an agent calls its summary. */
  NO_COPY("no-copy"),
  /** What must hold before anything is promoted. */
  PROMOTION("promotion"),
  /** Credentials in artifacts. */
  SECRETS("secrets"),
  /** Text that addresses a reader instead of reporting. */
  INJECTION("injection");

  private final String code;

  Check(String code) {
    this.code = code;
  }

  String code() {
    return code;
  }

  static Optional<Check> of(String code) {
    return Arrays.stream(values()).filter(check -> check.code.equals(code)).findFirst();
  }
}
