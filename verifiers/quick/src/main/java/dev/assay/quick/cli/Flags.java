package dev.assay.quick.cli;

import dev.assay.quick.limits.QuickLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The flags of a command line: {@code --name value}, {@code --name=value} and bare switches. */
public final class Flags {

  private final Map<String, String> values = new HashMap<>();
  private final Set<String> switches = new HashSet<>();

  private Flags() {}

  /** Whether {@code args} ask for help, which goes before everything else. */
  public static boolean wantsHelp(List<String> args) {
    return args.contains("--help") || args.contains("-h");
  }

  /**
   * Reads {@code args}.
   *
   * @param valued names of flags that take a value, with their dashes
   * @param bare names of flags that take none
   * @throws CommandException CLI_USAGE for anything else
   */
  public static Flags parse(List<String> args, Set<String> valued, Set<String> bare)
      throws CommandException {
    Flags flags = new Flags();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
      String name = equals < 0 ? arg : arg.substring(0, equals);
      if (bare.contains(name) && equals < 0) {
        if (!flags.switches.add(name)) {
          throw usage("expected flag " + name + " once, found it repeated");
        }
      } else if (valued.contains(name)) {
        String value = equals < 0 ? following(args, ++i, name) : arg.substring(equals + 1);
        if (flags.values.putIfAbsent(name, value) != null) {
          throw usage("expected flag " + name + " once, found it repeated");
        }
      } else {
        throw usage("expected only known flags, found " + arg);
      }
    }
    return flags;
  }

  private static String following(List<String> args, int index, String name)
      throws CommandException {
    String value = index < args.size() ? args.get(index) : null;
    if (value == null || (value.startsWith("-") && !value.equals("-"))) {
      throw usage("expected a value after " + name + ", found none");
    }
    return value;
  }

  /** The value of {@code name}, or null when it is absent. */
  public @Nullable String value(String name) {
    return values.get(name);
  }

  /** The value of {@code name}, or null when it is absent or empty. */
  public @Nullable String nonEmpty(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Whether the bare flag {@code name} is present. */
  public boolean has(String name) {
    return switches.contains(name);
  }

  /**
   * {@code id}, which {@code --workflow-id} gave or stands in for.
   *
   * @throws CommandException CLI_USAGE when it is empty or too long
   */
  public static String workflowId(String id) throws CommandException {
    int length = id.codePointCount(0, id.length());
    if (length == 0 || length > QuickLimits.WORKFLOW_ID_CODE_POINTS_MAX) {
      throw usage(
          "expected a --workflow-id of 1 to "
              + QuickLimits.WORKFLOW_ID_CODE_POINTS_MAX
              + " characters, found "
              + length);
    }
    return id;
  }

  /** A CLI_USAGE failure. */
  public static CommandException usage(String message) {
    return new CommandException(
        ErrorCode.CLI_USAGE, message + "; see --help for the flags of this command");
  }
}
