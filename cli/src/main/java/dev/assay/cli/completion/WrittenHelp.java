package dev.assay.cli.completion;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the help of a command with a grammar of its own says of its options: a row for each, with
 * its name, its value in angle brackets, and what it means. A name that only the usage has is an
 * option too.
 */
final class WrittenHelp {

  private static final Pattern ROW =
      Pattern.compile("(?m)^ +(--[a-z][a-z-]*)( <[^>\\n]+>+)? {2,}(\\S.*)$");
  private static final Pattern NAME =
      Pattern.compile("(--[a-z][a-z-]*)(?:( <)| ([a-z]+(?:\\|[a-z]+)+))?");

  private WrittenHelp() {}

  /** The command whose help is {@code text}, as far as shells complete it. */
  static CommandSpec model(String text) {
    Map<String, String> meanings = new LinkedHashMap<>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      meanings.put(row.group(1), row.group(3));
    }
    Map<String, OptionSpec.Builder> options = new LinkedHashMap<>();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      OptionSpec.Builder option =
          options.computeIfAbsent(name.group(1), each -> OptionSpec.builder(each).arity("0"));
      if (name.group(2) != null || name.group(3) != null) {
        option.arity("1").type(String.class);
      }
      if (name.group(3) != null) {
        option.completionCandidates(List.of(name.group(3).split("\\|", -1)));
      }
    }
    CommandSpec command = CommandSpec.create();
    options.put("--help", OptionSpec.builder("-h", "--help").arity("0"));
    meanings.put("--help", "Show the help of this command");
    options.forEach((option, builder) ->
        command.addOption(
            builder.description(meanings.getOrDefault(option, "").replace("%", "%%")).build()));
    return command;
  }
}
