package dev.assay.core.failure;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads stack traces of Go and Rust, whose frames take two lines: a function, then its place. */
final class NativeFrames {

  private static final List<String> FOREIGN_RUST =
      List.of(
          "core::",
          "std::",
          "alloc::",
          "test::",
          "<core::",
          "<alloc::",
          "<std::",
          "rust_begin",
          "rust_panic",
          "__rust",
          "_rust",
          "__libc",
          "_start",
          "main",
          "start_thread",
          "clone",
          "tokio::",
          "futures_");

  /** What is first in the names of Go's own packages, and the built-in {@code panic}. */
  private static final Set<String> GO_LIBRARY =
      Set.of(
          "archive",
          "bufio",
          "bytes",
          "cmp",
          "compress",
          "container",
          "context",
          "crypto",
          "database",
          "debug",
          "embed",
          "encoding",
          "errors",
          "expvar",
          "flag",
          "fmt",
          "go",
          "hash",
          "html",
          "image",
          "index",
          "internal",
          "io",
          "iter",
          "log",
          "maps",
          "math",
          "mime",
          "net",
          "os",
          "panic",
          "path",
          "plugin",
          "reflect",
          "regexp",
          "runtime",
          "slices",
          "sort",
          "strconv",
          "strings",
          "structs",
          "sync",
          "syscall",
          "testing",
          "text",
          "time",
          "unicode",
          "unique",
          "unsafe",
          "vendor",
          "weak");

  private NativeFrames() {}

  /** The Go frame whose function is {@code function} and whose place is {@code place}, or null. */
  static @Nullable Frame go(String function, String place) {
    int source = place.indexOf(".go:");
    if (source < 0 || function.isEmpty() || !function.endsWith(")") && !function.contains(".")) {
      return null;
    }
    String name = function;
    int arguments = name.endsWith(")") ? lastOpening(name) : -1;
    name = arguments > 0 ? name.substring(0, arguments) : name;
    boolean foreign =
        name.startsWith("created by ")
            || GO_LIBRARY.contains(firstName(name))
            || place.contains("_testmain.go:")
            || inModuleCache(place);
    return new Frame(name, !foreign);
  }

  /** What stands before the first slash or dot: {@code net} of {@code net/http.Get}. */
  private static String firstName(String function) {
    int end = 0;
    while (end < function.length() && function.charAt(end) != '/' && function.charAt(end) != '.') {
      end++;
    }
    return function.substring(0, end);
  }

  private static boolean inModuleCache(String place) {
    int cache = place.indexOf("/pkg/mod/");
    return cache >= 0 && place.indexOf("@v", cache) > 0;
  }

  /** The parenthesis that opens the arguments; method receivers have some before it. */
  private static int lastOpening(String name) {
    int depth = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      char c = name.charAt(i);
      if (c == ')') {
        depth++;
      } else if (c == '(' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** The Rust frame {@code 12: crate::module::function::h0123456789abcdef}, or null. */
  static @Nullable Frame rust(String line) {
    int i = 0;
    while (i < line.length() && Masks.digit(line.charAt(i))) {
      i++;
    }
    if (i == 0 || i > 4 || !line.startsWith(": ", i)) {
      return null;
    }
    String symbol = line.substring(i + 2).strip();
    if (symbol.startsWith("0x")) {
      int dash = symbol.indexOf(" - ");
      symbol = dash > 0 ? symbol.substring(dash + 3) : symbol;
    }
    if (symbol.isEmpty() || symbol.indexOf(' ') >= 0 && !symbol.startsWith("<")) {
      return null;
    }
    String name = withoutHash(symbol);
    return new Frame(name, FOREIGN_RUST.stream().noneMatch(name::startsWith));
  }

  private static String withoutHash(String symbol) {
    int at = symbol.lastIndexOf("::h");
    if (at < 0 || symbol.length() - at != 19) {
      return symbol;
    }
    for (int i = at + 3; i < symbol.length(); i++) {
      if (!Masks.hexDigit(symbol.charAt(i))) {
        return symbol;
      }
    }
    return symbol.substring(0, at);
  }
}
