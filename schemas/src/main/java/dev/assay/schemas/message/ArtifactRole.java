package dev.assay.schemas.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What an artifact is for; policy maps roles to verifiers. */
public enum ArtifactRole {
  TEST_REPORT("test-report"),
  TEST_LOG("test-log"),
  SARIF("sarif"),
  TOOL_TRACE("tool-trace"),
  SUB_RESULT("sub-result"),
  DELEGATION_RESULT("delegation-result"),
  VERIFY_RUN("verify-run"),
  WORKSPACE("workspace"),
  POLICY_SUBJECT("policy-subject"),
  PROVENANCE("provenance"),
  SCREENSHOT("screenshot"),
  SCREENSHOT_BASELINE("screenshot-baseline");

  private final String wire;

  ArtifactRole(String wire) {
    this.wire = wire;
  }

  /** The name on the wire. */
  @JsonValue
  public String wire() {
    return wire;
  }

  /**
   * The role of that wire name.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_FIELD for an unknown one
   */
  @JsonCreator
  public static ArtifactRole of(String wire) {
    for (ArtifactRole role : values()) {
      if (role.wire.equals(wire)) {
        return role;
      }
    }
    String known =
        Arrays.stream(values()).map(ArtifactRole::wire).collect(Collectors.joining(", "));
    throw new Rejection(
            ErrorCode.INVALID_FIELD,
            "expected a role out of " + known + ", found " + Require.quoted(wire),
            "artifacts.role")
        .asException();
  }
}
