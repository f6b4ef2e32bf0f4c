package dev.assay.artifact;

import java.io.IOException;
import java.io.Serial;

/** A definite answer of the S3 service other than success, by its S3 error code. */
final class S3Refusal extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String code;

  S3Refusal(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }

  boolean is(String expected) {
    return code.equals(expected);
  }

  boolean noSuchKey() {
    return is("NoSuchKey") || is("NoSuchObject") || is("NotFound");
  }
}
