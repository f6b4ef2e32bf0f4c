package dev.assay.core.failure;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one line of a stack trace of Java, C#, JavaScript or Python. */
final class Frames {

  private static final List<String> FOREIGN_JAVA =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "org.junit.",
          "junit.",
          "org.testng.",
          "org.assertj.",
          "org.hamcrest.",
          "org.mockito.",
          "org.opentest4j.",
          "kotlin.",
          "kotlinx.",
          "scala.",
          "groovy.",
          "org.codehaus.groovy.",
          "org.gradle.",
          "org.apache.maven.",
          "org.springframework.",
          "com.google.common.truth.",
          "reactor.core.");

  private static final List<String> FOREIGN_DOTNET =
      List.of(
          "System.",
          "Microsoft.",
          "Xunit.",
          "NUnit.",
          "FluentAssertions.",
          "Shouldly.",
          "Moq.",
          "NSubstitute.",
          "InvokeStub_");

  /** Also of Rust, whose places are written alike. */
  private static final Pattern FOREIGN_JAVASCRIPT =
      Pattern.compile(
          "^node:|^internal/|^native$|<anonymous>|webpack:|(^|[/\\\\])node_modules[/\\\\]"
              + "|^/rustc/[0-9a-f]{40}/|/rustlib/src/rust/|/\\.?cargo/registry/src/");

  private static final Pattern FOREIGN_PYTHON =
      Pattern.compile(
          "<frozen|(^|[/\\\\])(site|dist)-packages[/\\\\]"
              + "|[/\\\\]lib(64)?[/\\\\](python|pypy)\\d|[/\\\\]python\\d+[/\\\\]lib[/\\\\]",
          Pattern.CASE_INSENSITIVE);

  private Frames() {}

  /** The frame on {@code line}, which has no leading blanks, or null. */
  static @Nullable Frame parse(String line) {
    if (line.startsWith("at ")) {
      return at(line.substring(3).strip());
    }
    if (line.startsWith("bei ") && (line.contains(") in ") || line.endsWith(")"))) {
      return at(line.substring(4).strip());
    }
    if (line.startsWith("File \"")) {
      return pythonTraceback(line);
    }
    if (line.startsWith("[error] at ") || line.startsWith("[ERROR] at ")) {
      return at(line.substring(11).strip());
    }
    return pytestLocation(line);
  }

  private static @Nullable Frame at(String text) {
    String body = text.startsWith("async ") ? text.substring(6) : text;
    if (javascriptLocation(body)) {
      return javascript("", body);
    }
    int open = body.indexOf('(');
    int close = body.lastIndexOf(')');
    if (open > 0 && close > open) {
      String inside = body.substring(open + 1, close);
      String before = body.substring(0, open).strip();
      if (javaSource(inside)) {
        return java(before);
      }
      if (javascriptLocation(inside)) {
        return javascript(before, inside);
      }
      return inside.startsWith("index ") ? new Frame(before, false) : dotnet(before, inside);
    }
    return null;
  }

  private static boolean javaSource(String inside) {
    if (inside.equals("Native Method") || inside.equals("Unknown Source")) {
      return true;
    }
    int colon = inside.indexOf(':');
    String file = colon < 0 ? inside : inside.substring(0, colon);
    return inside.equals("<generated>")
        || file.endsWith(".java")
        || file.endsWith(".kt")
        || file.endsWith(".scala")
        || file.endsWith(".groovy")
        || file.equals("SourceFile");
  }

  private static Frame java(String qualified) {
    String name = qualified.substring(moduleEnd(qualified));
    boolean own = FOREIGN_JAVA.stream().noneMatch(name::startsWith);
    return new Frame(javaName(name), own);
  }

  /** Behind the class loader and module; a slash before a digit belongs to a hidden class. */
  private static int moduleEnd(String qualified) {
    int slash = qualified.lastIndexOf('/');
    while (slash >= 0
        && slash + 1 < qualified.length()
        && Masks.digit(qualified.charAt(slash + 1))) {
      slash = qualified.lastIndexOf('/', slash - 1);
    }
    return slash + 1;
  }

  /**
   * Without the numbers, addresses and hashes that compilers, runtimes and proxies add to names.
   */
  private static String javaName(String name) {
    StringBuilder out = new StringBuilder(name.length());
    int i = 0;
    while (i < name.length()) {
      char c = name.charAt(i);
      if (c == '/' || c == '$' && i + 1 < name.length() && name.charAt(i + 1) == '$') {
        int dot = name.indexOf('.', i);
        i = dot < 0 ? name.length() : dot;
      } else if (c == '$' || c == '@') {
        out.append(c);
        i++;
        while (i < name.length() && Masks.digit(name.charAt(i))) {
          i++;
        }
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  /** Whether the text ends with {@code :line:column} or names the engine itself. */
  private static boolean javascriptLocation(String text) {
    if (text.equals("<anonymous>") || text.equals("native") || text.startsWith("node:")) {
      return true;
    }
    int column = beforeNumber(text, text.length());
    return column > 0 && beforeNumber(text, column) > 0;
  }

  /** The index of the colon of {@code :digits} that ends at {@code end}, or -1. */
  private static int beforeNumber(String text, int end) {
    int i = end;
    while (i > 0 && Masks.digit(text.charAt(i - 1))) {
      i--;
    }
    return i < end && i > 1 && text.charAt(i - 1) == ':' ? i - 1 : -1;
  }

  private static Frame javascript(String function, String location) {
    String file = fileName(location);
    if (file.endsWith(".rs")) {
      return new Frame("", own(location, FOREIGN_JAVASCRIPT));
    }
    String name = function.startsWith("async ") ? function.substring(6) : function;
    int alias = name.indexOf(" [as ");
    name = alias > 0 ? name.substring(0, alias) : name;
    String text = name.isEmpty() ? file : name + " " + file;
    boolean named = !name.isEmpty() && !name.endsWith("<anonymous>");
    return new Frame(Masks.mask(text), own(location, FOREIGN_JAVASCRIPT), named);
  }

  private static @Nullable Frame dotnet(String method, String arguments) {
    if (method.isEmpty() || method.indexOf(' ') >= 0 && !method.contains("`")) {
      return null;
    }
    boolean own = FOREIGN_DOTNET.stream().noneMatch(method::startsWith);
    int in = arguments.indexOf(") in ");
    String types = in < 0 ? arguments : arguments.substring(0, in);
    return new Frame(dotnetName(method) + "(" + types + ")", own);
  }

  /**
   * Generated members are {@code <>c__DisplayClass5_0.<Run>b__1} and {@code <Run>g__Local|5_0}: the
   * compiler's numbers go, those of the source's own names stay.
   */
  private static String dotnetName(String name) {
    StringBuilder out = new StringBuilder(name.length());
    boolean generated = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      generated =
          switch (c) {
            case '>' -> !name.startsWith("g__", i + 1);
            case '|' -> true;
            case '<', '.', '+' -> false;
            default -> generated;
          };
      if (!generated || !Masks.digit(c)) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** {@code File "a/b.py", line 3, in name}. */
  private static @Nullable Frame pythonTraceback(String line) {
    int quote = line.indexOf('"', 6);
    int in = line.lastIndexOf(", in ");
    if (quote < 0) {
      return null;
    }
    String path = line.substring(6, quote);
    String function = in > quote ? line.substring(in + 5).strip() : "<module>";
    return new Frame(function + " " + Masks.mask(fileName(path)), own(path, FOREIGN_PYTHON));
  }

  /** {@code tests/test_a.py:12: AssertionError}, the line that ends each entry of pytest. */
  private static @Nullable Frame pytestLocation(String line) {
    int py = line.indexOf(".py:");
    if (py <= 0 || line.indexOf(' ') >= 0 && line.indexOf(' ') < py) {
      return null;
    }
    int i = py + 4;
    while (i < line.length() && Masks.digit(line.charAt(i))) {
      i++;
    }
    if (i == py + 4 || i >= line.length() || line.charAt(i) != ':') {
      return null;
    }
    String path = line.substring(0, py + 3);
    return new Frame(Masks.mask(fileName(path)), own(path, FOREIGN_PYTHON), false);
  }

  /** The last name of a path, without position. */
  private static String fileName(String location) {
    int end = location.length();
    for (int k = 0; k < 2; k++) {
      int colon = beforeNumber(location, end);
      end = colon > 0 ? colon : end;
    }
    int start = end;
    while (start > 0 && location.charAt(start - 1) != '/' && location.charAt(start - 1) != '\\') {
      start--;
    }
    return location.substring(start, end);
  }

  private static boolean own(String path, Pattern foreign) {
    return !foreign.matcher(path).find();
  }
}
