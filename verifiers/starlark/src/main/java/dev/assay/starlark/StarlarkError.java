package dev.assay.starlark;

import dev.assay.starlark.syntax.SourcePos;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a script did not compile or did not finish. Each kind says where, and carries a backtrace of
 * at most {@value #FRAMES_MAX} frames.
 */
public abstract sealed class StarlarkError extends RuntimeException {
  /** Most frames a backtrace keeps; the outermost ones are dropped. */
  public static final int FRAMES_MAX = 20;

  /** Longest message in UTF-16 units; longer ones are cut. */
  public static final int MESSAGE_CHARS_MAX = 4_096;

  @Serial private static final long serialVersionUID = 1L;

  private final transient List<TraceFrame> frames = new ArrayList<>();
  private int framesDropped;

  private StarlarkError(String message, @Nullable Throwable cause) {
    super(bounded(message), cause, false, false);
  }

  /** One active call: the function's name and the place it had reached. */
  public record TraceFrame(String function, Position position) {}

  /** A resource of the budget. */
  public enum Resource {
    /** Units of work. */
    STEPS("step"),
    /** Bytes allocated. */
    MEMORY("memory"),
    /** Nesting of calls and values. */
    DEPTH("depth"),
    /** Width of one integer. */
    INTEGER("integer size"),
    /** Wall-clock time. */
    TIME("time");

    private final String budgetName;

    Resource(String budgetName) {
      this.budgetName = budgetName;
    }

    String budgetName() {
      return budgetName;
    }
  }

  /** The source is not a Starlark program, or uses an unknown name. */
  public static final class Syntax extends StarlarkError {
    @Serial private static final long serialVersionUID = 1L;

    Syntax(String message, Position position) {
      super(message, null);
      addFrame("<toplevel>", position);
    }

    @Override
    public String code() {
      return "starlark-syntax";
    }
  }

  /** The script failed: a type error, {@code fail(...)}, an error of a host function. */
  public static final class Script extends StarlarkError {
    @Serial private static final long serialVersionUID = 1L;

    private Script(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public String code() {
      return "starlark-runtime";
    }
  }

  /** The script would have used more of a resource than its budget holds. */
  public static final class Exhausted extends StarlarkError {
    @Serial private static final long serialVersionUID = 1L;

    private final Resource resource;

    Exhausted(Resource resource, String message) {
      super(message, null);
      this.resource = resource;
    }

    /** The resource that ran out. */
    public Resource resource() {
      return resource;
    }

    @Override
    public String code() {
      return "starlark-budget-" + resource.budgetName().replace(' ', '-');
    }
  }

  /** The evaluating thread was interrupted; its interrupt flag stays set. */
  public static final class Interrupted extends StarlarkError {
    @Serial private static final long serialVersionUID = 1L;

    Interrupted(String message) {
      super(message, null);
    }

    @Override
    public String code() {
      return "starlark-interrupted";
    }
  }

  /** A script failure a host function reports; the place is added on the way out. */
  public static StarlarkError script(String message) {
    return new Script(message, null);
  }

  /** A script failure with the host exception behind it. */
  public static StarlarkError script(String message, Throwable cause) {
    return new Script(message, cause);
  }

  /** A stable name of the kind, such as {@code starlark-budget-step}. */
  public abstract String code();

  /** The innermost known place; null only for an error raised outside any evaluation. */
  public @Nullable Position position() {
    for (TraceFrame frame : frames) {
      if (frame.position().line() > 0) {
        return frame.position();
      }
    }
    return frames.isEmpty() ? null : frames.getFirst().position();
  }

  /** The active calls, innermost first. */
  public List<TraceFrame> frames() {
    return List.copyOf(frames);
  }

  /** The backtrace and the message as people read them, outermost call first. */
  public String backtrace() {
    var out = new StringBuilder("Traceback (most recent call last):\n");
    if (framesDropped > 0) {
      out.append("  ... ").append(framesDropped).append(" more calls\n");
    }
    for (TraceFrame frame : frames.reversed()) {
      out.append("  ").append(frame.position()).append(": in ").append(frame.function());
      out.append('\n');
    }
    return out.append("Error: ").append(getMessage()).toString();
  }

  void addFrame(String function, Position position) {
    if (frames.size() < FRAMES_MAX) {
      frames.add(new TraceFrame(bounded(function), position));
    } else {
      framesDropped++;
    }
  }

  private static String bounded(String text) {
    return text.length() <= MESSAGE_CHARS_MAX
        ? text
        : text.substring(0, MESSAGE_CHARS_MAX) + "... (" + text.length() + " characters)";
  }

  /**
   * A place in a source.
   *
   * @param file the name the program was compiled under
   * @param line from 1; 0 for a place outside any source, such as a host function
   * @param column in UTF-16 units from 1; at most 2,047
   */
  public record Position(String file, int line, int column) {
    static Position of(String file, int packed) {
      return new Position(file, SourcePos.line(packed), SourcePos.column(packed));
    }

    @Override
    public String toString() {
      return line == 0 ? file : file + ":" + line + ":" + column;
    }
  }
}
