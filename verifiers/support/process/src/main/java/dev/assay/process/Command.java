package dev.assay.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param argv the program and its arguments
 * @param environment its whole environment
 * @param directory where it starts, and in a sandbox the one writable place
 * @param readable what a sandbox shows read-only besides the system's programs and libraries
 * @param input the file that it has as standard input, in a sandbox a readable one; null for
 *     nothing
 * @param network whether a sandbox lets it use the network
 */
public record Command(
    List<String> argv,
    Map<String, String> environment,
    Path directory,
    List<Path> readable,
    @Nullable Path input,
    boolean network) {

  /** A command without input and network. */
  public Command(
      List<String> argv, Map<String, String> environment, Path directory, List<Path> readable) {
    this(argv, environment, directory, readable, null, false);
  }

  /** Checks that nothing in the command would be cut short by a NUL byte. */
  public Command {
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
    readable = List.copyOf(readable);
    if (argv.isEmpty()) {
      throw new IllegalArgumentException("expected a program to run, found an empty command");
    }
    long bytes = 0;
    for (String argument : argv) {
      bytes += requireNoNul(argument).length() + 1L;
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = requireNoNul(variable.getKey());
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw new IllegalArgumentException(
            "expected a variable name without '=', found '" + name + "'");
      }
      bytes += name.length() + requireNoNul(variable.getValue()).length() + 2L;
    }
    if (bytes > ProcessLimits.ARGUMENT_BYTES_MAX) {
      throw new IllegalArgumentException(
          "expected at most %d bytes of arguments and environment, found %d"
              .formatted(ProcessLimits.ARGUMENT_BYTES_MAX, bytes));
    }
  }

  private static String requireNoNul(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("expected text without NUL, found one in a command");
    }
    return text;
  }
}
