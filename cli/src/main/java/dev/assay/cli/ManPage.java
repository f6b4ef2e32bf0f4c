package dev.assay.cli;

import dev.assay.gate.CommandHelp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command's manual page in the man macros of roff (man(7)), made of what its {@code --help} is
 * made of.
 */
final class ManPage {

  private static final String SECTION = "1";

  /** The day that pages of this version bear, which of {@code pom.xml}: a build adds no time. */
  private static final String DATE = "2026-11-21";

  private final StringBuilder out = new StringBuilder();
  private final String name;

  private ManPage(String path, String version, String summary) {
    this.name = path.replace(' ', '-');
    out.append(".TH ")
        .append(quoted(name.toUpperCase(Locale.ROOT)))
        .append(' ')
        .append(SECTION)
        .append(' ')
        .append(quoted(DATE))
        .append(' ')
        .append(quoted(version))
        .append(" \"Assay\"\n");
    section("NAME");
    text(name + " \\- " + escaped(summary) + "\n");
  }

  /** The name of the file of the page of {@code path}, as in {@code assay work-items list}. */
  static String file(String path) {
    return path.replace(' ', '-') + '.' + SECTION;
  }

  /**
   * The page of a command whose words a model knows.
   *
   * @param path the command in words
   */
  static String of(String path, CommandSpec spec, String version) {
    List<String> description = lines(spec.usageMessage().description());
    ManPage page = new ManPage(path, version, sentence(description).split(": ", 2)[0]);
    page.section("SYNOPSIS");
    page.verbatim(synopsis(path, spec));
    page.section("DESCRIPTION");
    page.paragraph(description);
    List<PositionalParamSpec> parameters =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (!parameters.isEmpty()) {
      page.section("ARGUMENTS");
      parameters.forEach(each -> page.item(page.emphasized(each.paramLabel()), described(each)));
    }
    List<OptionSpec> options = spec.options().stream().filter(each -> !each.hidden()).toList();
    if (!options.isEmpty()) {
      page.section("OPTIONS");
      options.forEach(each -> page.item(page.names(each), described(each)));
    }
    page.commands(path, spec.subcommands());
    List<String> footer = lines(spec.usageMessage().footer());
    if (!footer.isEmpty()) {
      page.section("EXIT STATUS");
      page.paragraph(footer);
    }
    List<String> examples = CommandHelp.of(spec);
    if (!examples.isEmpty()) {
      page.section("EXAMPLES");
      page.verbatim(String.join("\n", examples));
    }
    page.seeAlso(path, spec.subcommands());
    return page.out.toString();
  }

  /**
   * The page of a command with a grammar of its own.
   *
   * @param help what it prints when it is asked for help
   */
  static String ofText(String path, String summary, String help, String version) {
    ManPage page = new ManPage(path, version, summary);
    page.section("DESCRIPTION");
    page.verbatim(help.strip());
    page.seeAlso(path, Map.of());
    return page.out.toString();
  }

  private static String synopsis(String path, CommandSpec spec) {
    String text =
        new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF)).synopsis(0);
    // picocli names a command alone where it stands outside its tree.
    String own = spec.qualifiedName(" ");
    return (text.startsWith(own) ? path + text.substring(own.length()) : text).strip();
  }

  private void commands(String path, Map<String, CommandLine> below) {
    Map<String, CommandLine> shown = shown(below);
    if (!shown.isEmpty()) {
      section("COMMANDS");
      shown.forEach((word, line) ->
          item(
              "\\fB" + escaped(word) + "\\fR",
              List.of(
                  sentence(lines(line.getCommandSpec().usageMessage().description()))
                      + "; see "
                      + (path + ' ' + word).replace(' ', '-')
                      + "(1)")));
    }
  }

  private void seeAlso(String path, Map<String, CommandLine> below) {
    List<String> others = new ArrayList<>();
    if (path.indexOf(' ') > 0) {
      others.add(path.substring(0, path.lastIndexOf(' ')));
    }
    shown(below).keySet().forEach(word -> others.add(path + ' ' + word));
    if (!others.isEmpty()) {
      section("SEE ALSO");
      text(
          others.stream()
                  .map(each -> "\\fB" + escaped(each.replace(' ', '-')) + "\\fR(1)")
                  .collect(Collectors.joining(",\n"))
              + "\n");
    }
  }

  /** Those that help texts name, by their words. */
  static Map<String, CommandLine> shown(Map<String, CommandLine> below) {
    Map<String, CommandLine> shown = new TreeMap<>(below);
    shown.values().removeIf(line -> line.getCommandSpec().usageMessage().hidden());
    return shown;
  }

  private String names(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .map(each -> "\\fB" + escaped(each) + "\\fR")
            .collect(Collectors.joining(", "));
    return option.arity().max() > 0 ? names + ' ' + emphasized(option.paramLabel()) : names;
  }

  private String emphasized(String label) {
    return "\\fI" + escaped(label) + "\\fR";
  }

  private static List<String> described(ArgSpec each) {
    return lines(each.description());
  }

  /** What picocli would print of {@code texts}: a line for each, formats resolved. */
  private static List<String> lines(String[] texts) {
    return List.of(texts).stream()
        .flatMap(each -> each.formatted().lines())
        .map(String::strip)
        .toList();
  }

  /** The first sentence, without its point. */
  private static String sentence(List<String> description) {
    String text = String.join(" ", description);
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceAll("\\.$", "");
  }

  private void section(String title) {
    out.append(".SH ").append(title).append('\n');
  }

  private void item(String tag, List<String> meaning) {
    out.append(".TP\n").append(tag).append('\n');
    paragraph(meaning);
  }

  private void paragraph(List<String> lines) {
    lines.forEach(line -> text(escaped(line) + "\n"));
  }

  private void verbatim(String text) {
    out.append(".nf\n");
    text.lines().forEach(line -> text(escaped(line) + "\n"));
    out.append(".fi\n");
  }

  /** Lines that are text whatever sign they begin with. */
  private void text(String lines) {
    lines
        .lines()
        .forEach(line ->
            out.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(line)
                .append('\n'));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }

  private static String quoted(String text) {
    return '"' + escaped(text) + '"';
  }
}
