package dev.assay.toolcalls.json;

import dev.assay.schemas.json.EcmaNumber;

/** A JSON value without members: string, number, boolean or null. */
public sealed interface Scalar extends Json {

  /**
   * The value as plain text: strings unchanged, integers with all digits, doubles as ECMAScript
   * prints them ({@code Infinity} included), {@code true}, {@code false}, {@code null}.
   */
  String plainText();

  /** False only for a double that JSON cannot express, such as the literal {@code 1e999}. */
  default boolean finite() {
    return true;
  }

  /** False for a double that is not {@link #finite}, and for one in place of a wider integer. */
  default boolean exact() {
    return true;
  }

  /** A string; it may hold lone surrogates. */
  record Text(String value) implements Scalar {
    @Override
    public String plainText() {
      return value;
    }
  }

  /** An integer that fits a signed 64-bit number. */
  record Int(long value) implements Scalar {
    private static final int SHARED = 256;
    private static final Int[] SMALL = new Int[SHARED];

    static {
      for (int i = 0; i < SHARED; i++) {
        SMALL[i] = new Int(i);
      }
    }

    static Int of(long value) {
      return 0 <= value && value < SHARED ? SMALL[(int) value] : new Int(value);
    }

    @Override
    public String plainText() {
      return Long.toString(value);
    }
  }

  /**
   * Any other number, as an IEEE 754 double.
   *
   * @param rounded whether it was written as an integer beyond 64 bits
   */
  record Real(double value, boolean rounded) implements Scalar {
    @Override
    public String plainText() {
      return finite() ? EcmaNumber.text(value) : Double.toString(value);
    }

    @Override
    public boolean finite() {
      return Double.isFinite(value);
    }

    @Override
    public boolean exact() {
      return finite() && !rounded;
    }
  }

  /** A boolean. */
  enum Bool implements Scalar {
    FALSE,
    TRUE;

    /** The boolean as Java knows it. */
    public boolean value() {
      return this == TRUE;
    }

    @Override
    public String plainText() {
      return this == TRUE ? "true" : "false";
    }
  }

  /** The null value. */
  enum Null implements Scalar {
    NULL;

    @Override
    public String plainText() {
      return "null";
    }
  }
}
