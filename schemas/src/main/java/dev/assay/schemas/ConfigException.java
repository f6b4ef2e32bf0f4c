package dev.assay.schemas;

import java.io.Serial;

/** A configuration that cannot be used; the message says what was expected, found, and to do. */
public final class ConfigException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
