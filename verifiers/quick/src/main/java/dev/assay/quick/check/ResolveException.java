package dev.assay.quick.check;

/** A registry entry does not fit the parameters of an event: the step stays unverified. */
final class ResolveException extends Exception {

  private static final long serialVersionUID = 1L;

  private final CheckCode code;

  ResolveException(CheckCode code, String message) {
    super(message);
    this.code = code;
  }

  CheckCode code() {
    return code;
  }
}
