package dev.assay.gate;

import dev.assay.schemas.Resources;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What commands say of themselves: examples in their help, and a usage error in a few lines. */
public final class CommandHelp {

  private static final String SECTION = "examples";

  private CommandHelp() {}

  /**
   * Command lines by the command that they are examples of.
   *
   * @param from a resource: {@code [the command in words]}, then a line for each example
   */
  public static Map<String, List<String>> examples(Class<?> beside, String from) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    List<String> current = new ArrayList<>();
    String text = new String(Resources.bytes(beside, from), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      if (line.startsWith("[")) {
        current = new ArrayList<>();
        all.put(line.substring(1, line.length() - 1), current);
      } else if (!line.isBlank()) {
        current.add(line);
      }
    }
    return all;
  }

  /** Gives {@code spec}, which is the command {@code path}, and all below it their examples. */
  public static void add(CommandSpec spec, String path, Map<String, List<String>> examples) {
    spec.subcommands()
        .forEach((word, below) -> add(below.getCommandSpec(), path + ' ' + word, examples));
    List<String> own = examples.getOrDefault(path, List.of());
    List<String> shown =
        own.isEmpty()
            ? spec.subcommands().values().stream()
                .flatMap(below -> of(below.getCommandSpec()).stream().limit(1))
                .toList()
            : own;
    if (!shown.isEmpty()) {
      UsageMessageSpec usage = spec.usageMessage();
      List<String> sections = new ArrayList<>(usage.sectionKeys());
      sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), SECTION);
      usage.sectionKeys(sections);
      String text = "%nExamples:%n  ".formatted() + String.join("%n  ".formatted(), shown);
      usage.sectionMap().put(SECTION, _ -> text + "%n".formatted());
    }
  }

  /** The examples of a command that has been given some. */
  public static List<String> of(CommandSpec spec) {
    CommandLine.IHelpSectionRenderer section = spec.usageMessage().sectionMap().get(SECTION);
    return section == null
        ? List.of()
        : section
            .render(spec.commandLine() == null ? null : spec.commandLine().getHelp())
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(String::strip)
            .toList();
  }

  /**
   * Says what is wrong with the arguments, what may have been meant, and where to read on. An
   * option that is none is told before one that is missing, since it may be that one.
   */
  public static int wrong(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    ParameterException told = e;
    if (e instanceof MissingParameterException) {
      for (String each : args) {
        String name = each.split("=", 2)[0];
        if (name.matches("--[a-z][a-z-]*") && line.getCommandSpec().findOption(name) == null) {
          told = new UnmatchedArgumentException(line, List.of(name));
          break;
        }
      }
    }
    err.println("error: " + told.getMessage() + " [USAGE]");
    UnmatchedArgumentException.printSuggestions(told, err);
    err.print(line.getHelp().fullSynopsis());
    err.println("see " + line.getCommandSpec().qualifiedName(" ") + " --help");
    err.flush();
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }
}
