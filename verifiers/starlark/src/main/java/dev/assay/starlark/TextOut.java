package dev.assay.starlark;

/** A string under construction; its growth is charged before it happens. */
public final class TextOut {
  private final StringBuilder text = new StringBuilder();
  private final Budget budget;
  private long charged;

  /** An empty text whose growth is charged to the budget. */
  public TextOut(Budget budget) {
    this.budget = budget;
  }

  private void reserve(int more) {
    long wanted = (long) text.length() + more;
    if (wanted > charged) {
      long charge = Math.max(wanted - charged, charged);
      budget.text(charge);
      charged += charge;
    }
  }

  /** Appends a string. */
  public TextOut append(String part) {
    reserve(part.length());
    text.append(part);
    return this;
  }

  /** Appends part of a string. */
  TextOut append(String part, int start, int end) {
    reserve(end - start);
    text.append(part, start, end);
    return this;
  }

  /** Appends one UTF-16 unit. */
  public TextOut append(char unit) {
    reserve(1);
    text.append(unit);
    return this;
  }

  /** Appends one code point. */
  public TextOut appendCodePoint(int codePoint) {
    reserve(2);
    text.appendCodePoint(codePoint);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
