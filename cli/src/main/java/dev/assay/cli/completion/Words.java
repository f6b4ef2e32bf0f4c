package dev.assay.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words that may follow a command.
 *
 * @param path the command in words, as in {@code assay dead-letters list}
 * @param commands the commands below it, or the values of its argument
 * @param options what it is told
 */
record Words(String path, List<Word> commands, List<Option> options) {

  /** A word and what it means, in one line without quotes. */
  record Word(String text, String meaning) {}

  /**
   * An option.
   *
   * @param names as in {@code -h, --help}
   * @param valued whether a value follows
   * @param values the values that it may have; empty when it may have any
   */
  record Option(List<String> names, String meaning, boolean valued, List<String> values) {}

  /**
   * Every command, those without words to complete among them, by path.
   *
   * @param root the command {@code assay}
   * @param others commands with a grammar of their own, by the word that starts them
   */
  static List<Words> of(CommandSpec root, Map<String, CommandSpec> others) {
    Map<String, Words> all = new TreeMap<>();
    add(root.name(), root, others, all);
    return List.copyOf(all.values());
  }

  private static void add(
      String path, CommandSpec spec, Map<String, CommandSpec> others, Map<String, Words> all) {
    List<Word> commands = new ArrayList<>();
    for (Map.Entry<String, CommandLine> each : spec.subcommands().entrySet()) {
      CommandSpec below = each.getValue().getCommandSpec();
      if (!below.usageMessage().hidden()) {
        commands.add(new Word(each.getKey(), meaning(below.usageMessage().description())));
        add(path + ' ' + each.getKey(), others.getOrDefault(each.getKey(), below), Map.of(), all);
      }
    }
    spec.positionalParameters().stream()
        .filter(each -> each.completionCandidates() != null)
        .forEach(each ->
            each.completionCandidates()
                .forEach(value -> commands.add(new Word(value, meaning(each.description())))));
    List<Option> options =
        spec.options().stream().filter(each -> !each.hidden()).map(Words::option).toList();
    all.put(path, new Words(path, List.copyOf(commands), options));
  }

  private static Option option(OptionSpec option) {
    List<String> values = new ArrayList<>();
    if (option.completionCandidates() != null) {
      option.completionCandidates().forEach(values::add);
    }
    return new Option(
        List.of(option.names()),
        meaning(((ArgSpec) option).description()),
        option.arity().max() > 0,
        List.copyOf(values));
  }

  /** The first sentence. */
  private static String meaning(String[] description) {
    String text = String.join(" ", description).replace("$$", "$");
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end))
        .replace('\'', '\u2019')
        .replaceAll("[\\p{Cntrl}\"`\\\\\\[\\]]", " ")
        .replaceAll(" +", " ")
        .replaceAll("\\.$", "")
        .strip();
  }
}
