package dev.assay.starlark;

/** Lays out a JSON text, already known to be valid, one member per line. */
final class JsonIndenter {
  private final String text;
  private final TextOut out;
  private final String prefix;
  private final String indent;
  private int depth;

  JsonIndenter(String text, TextOut out, String prefix, String indent) {
    this.text = text;
    this.out = out;
    this.prefix = prefix;
    this.indent = indent;
  }

  void run() {
    boolean inString = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inString) {
        out.append(c);
        if (c == '\\') {
          out.append(text.charAt(++i));
        } else if (c == '"') {
          inString = false;
        }
      } else if (" \t\n\r".indexOf(c) < 0) {
        inString = c == '"';
        i = structural(c, i);
      }
    }
  }

  private int structural(char c, int at) {
    switch (c) {
      case '{', '[' -> {
        out.append(c);
        int close = nextVisible(at + 1);
        if (text.charAt(close) == '}' || text.charAt(close) == ']') {
          out.append(text.charAt(close));
          return close;
        }
        depth++;
        line();
      }
      case '}', ']' -> {
        depth--;
        line();
        out.append(c);
      }
      case ',' -> {
        out.append(c);
        line();
      }
      case ':' -> out.append(": ");
      default -> out.append(c);
    }
    return at;
  }

  private int nextVisible(int from) {
    int at = from;
    while (" \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private void line() {
    out.append('\n').append(prefix);
    for (int i = 0; i < depth; i++) {
      out.append(indent);
    }
  }
}
