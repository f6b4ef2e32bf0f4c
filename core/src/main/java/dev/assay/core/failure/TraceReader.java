package dev.assay.core.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of a failure into its exceptions, whatever of the known languages it comes from.
 * A line that is neither a frame nor a header belongs to the message of the exception before it.
 */
final class TraceReader {

  /** What Go calls the end of a process; no type of its own. */
  static final String FATAL_ERROR = "fatal error";

  private static final String PYTHON_TRACE = "Traceback (most recent call last):";
  private static final int NO_PYTHON = -1;
  private static final String PANICKED = " panicked at ";
  private static final String PANIC = "panic";
  private static final String PYTEST_MESSAGE = "E   ";

  private final List<Section> sections = new ArrayList<>();
  private Section current = new Section();
  private String previous = "";
  private boolean suppressed;
  private int pythonIndent = NO_PYTHON;

  private TraceReader() {}

  /** The exceptions of {@code plain} in the order of the text; at least one, perhaps empty. */
  static List<Section> read(String plain) {
    TraceReader reader = new TraceReader();
    int start = 0;
    int lines = 0;
    while (start < plain.length() && lines < FailureLimits.LINES_MAX) {
      int end = plain.indexOf('\n', start);
      end = end < 0 ? plain.length() : end;
      int stop = Math.min(end, start + FailureLimits.LINE_CHARS_MAX);
      reader.line(plain.substring(start, stop));
      start = end + 1;
      lines++;
    }
    reader.close();
    return reader.sections.isEmpty() ? List.of(new Section()) : reader.sections;
  }

  private void line(String raw) {
    String line = raw.strip();
    if (line.isEmpty()) {
      return;
    }
    if (line.startsWith("Suppressed: ")) {
      suppressed = true;
    }
    boolean cause = line.startsWith("Caused by: ") || line.startsWith("---> ");
    if (cause) {
      suppressed = false;
    }
    if (!suppressed) {
      classify(raw, line, cause);
    }
    previous = line;
  }

  private void classify(String raw, String line, boolean cause) {
    if (line.equals(PYTHON_TRACE)) {
      next().newestLast = true;
      pythonIndent = indent(raw);
      return;
    }
    if (panic(line) || advice(line)) {
      return;
    }
    Frame frame = frame(raw, line);
    if (frame != null) {
      if (frame.text().isEmpty()) {
        current.place(frame.own());
      } else {
        current.frame(frame);
        pytestType(line);
      }
      return;
    }
    if (pythonSource(raw) || line.equals("E")) {
      return;
    }
    if (line.startsWith(PYTEST_MESSAGE) && !current.pytest) {
      current.pytest = true;
      current.message.clear(); // the test's source stands before it
    }
    Headers.Header header = header(line);
    if (header != null && (cause || current.type.isEmpty())) {
      Section section = cause ? next() : current;
      section.type = header.type();
      section.message.clear();
      if (!header.message().isEmpty()) {
        section.message.add(header.message());
      }
      return;
    }
    if (current.empty() || !sourceLine(line)) {
      current.line(goroutine(pytestMessage(line)));
    }
  }

  /**
   * Whether the line shows source beside its number, {@code > 5 | total(cart)}, or points into it,
   * {@code | ^}, as JavaScript's runners do below a message.
   */
  private static boolean sourceLine(String line) {
    int i = line.startsWith(">") ? 1 : 0;
    int number = afterBlanks(line, i);
    i = number;
    while (i < line.length() && Masks.digit(line.charAt(i))) {
      i++;
    }
    int bar = afterBlanks(line, i);
    if (!line.startsWith("|", bar)) {
      return false;
    }
    return i > number ? bar > i : line.startsWith("^", afterBlanks(line, bar + 1));
  }

  private static int afterBlanks(String line, int start) {
    int i = start;
    while (i < line.length() && line.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  /** What Rust says around the first panic of a process, whichever test it is in. */
  private static boolean advice(String line) {
    return line.startsWith("note: run with `RUST_BACKTRACE=")
        || line.startsWith("note: Some details are omitted, run with `RUST_BACKTRACE=")
        || line.equals("stack backtrace:");
  }

  /** Between its frames Python shows source, indented further than the beginning of the trace. */
  private boolean pythonSource(String raw) {
    return pythonIndent != NO_PYTHON && indent(raw) > pythonIndent;
  }

  /** The line that ends Python's frames names the exception, whatever its name. */
  private Headers.@Nullable Header header(String line) {
    boolean endsPython = pythonIndent != NO_PYTHON;
    pythonIndent = NO_PYTHON;
    return endsPython ? Headers.ofAnyName(line) : Headers.parse(line);
  }

  private static int indent(String raw) {
    return raw.length() - raw.stripLeading().length();
  }

  private @Nullable Frame frame(String raw, String line) {
    Frame frame = Frames.parse(line);
    if (frame != null) {
      pythonOrder(line);
      return frame;
    }
    if (raw.startsWith("\t") && line.contains(".go:")) {
      Frame go = NativeFrames.go(previous, line);
      if (go != null) {
        current.message.remove(previous);
        return go;
      }
    }
    return NativeFrames.rust(line);
  }

  /** Pytest and Python's own traces name the newest call last. */
  private void pythonOrder(String line) {
    if (line.startsWith("File \"") || line.contains(".py:") && !line.startsWith("at ")) {
      current.newestLast = true;
    }
  }

  /** {@code tests/test_a.py:12: AssertionError} names the type when nothing else does. */
  private void pytestType(String line) {
    int colon = line.lastIndexOf(": ");
    if (current.type.isEmpty() && line.contains(".py:") && colon > 0) {
      String type = line.substring(colon + 2);
      if (Headers.typeLike(type)) {
        current.type = type;
      }
    }
  }

  private static String pytestMessage(String line) {
    return line.startsWith(PYTEST_MESSAGE) ? line.substring(PYTEST_MESSAGE.length()).strip() : line;
  }

  /** {@code goroutine 7 [select, 2 minutes]:} without how long it waited. */
  private static String goroutine(String line) {
    int comma = line.startsWith("goroutine ") && line.endsWith("]:") ? line.indexOf(", ") : -1;
    return comma > 0 ? line.substring(0, comma) + "]:" : line;
  }

  /** Go's {@code panic: text} and Rust's {@code thread 'name' (12) panicked at src/a.rs:1:2:}. */
  private boolean panic(String line) {
    if (line.startsWith("panic: ")) {
      if (current.type.isEmpty()) {
        current.type = PANIC;
        current.message.clear();
        current.message.add(withoutRecovered(line.substring(7)));
      }
      return true;
    }
    if (line.startsWith("fatal error: ") && current.type.isEmpty()) {
      current.type = FATAL_ERROR;
      current.message.add(line.substring(13));
      return true;
    }
    int at = line.indexOf(PANICKED);
    if (at < 0 || !line.startsWith("thread '")) {
      return false;
    }
    Section panicked = current.type.equals(PANIC) ? next() : current;
    panicked.type = PANIC;
    panicked.message.clear();
    rustPlace(line.substring(at + PANICKED.length()));
    return true;
  }

  /** {@code src/a.rs:1:2:}, or before Rust 1.73 {@code 'message', src/a.rs:1:2}. */
  private void rustPlace(String rest) {
    int quoteEnd = rest.startsWith("'") ? rest.lastIndexOf("', ") : -1;
    String place = quoteEnd > 0 ? rest.substring(quoteEnd + 3) : rest;
    if (quoteEnd > 0) {
      current.message.add(rest.substring(1, quoteEnd));
    }
    String trimmed = place.endsWith(":") ? place.substring(0, place.length() - 1) : place;
    current.message.add(Masks.mask(trimmed));
  }

  private static String withoutRecovered(String message) {
    int recovered = message.indexOf(" [recovered");
    return recovered > 0 ? message.substring(0, recovered) : message;
  }

  private Section next() {
    close();
    current = new Section();
    return current;
  }

  private void close() {
    if (!current.empty() && sections.size() < FailureLimits.SECTIONS_MAX) {
      sections.add(current);
    }
  }
}
