package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assay.cfverify.cli.CfVerifyCli;
import dev.assay.gate.CommandHelp;
import dev.assay.gate.GateCli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a newcomer reads who asks for help, or types something wrong. */
class CommandHelpTest {

  @TempDir private Path directory;

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  /** The commands with our own grammar by their words. */
  private static Map<String, CommandSpec> commands() {
    Map<String, CommandSpec> all = new TreeMap<>();
    add("assay", RootCommand.commandLine().getCommandSpec(), all);
    Arrays.stream(SpecCommand.values()).forEach(each -> all.remove("assay " + each.word()));
    GateCli.models().forEach((word, spec) -> add("assay " + word, spec, all));
    return all;
  }

  private static void add(String path, CommandSpec spec, Map<String, CommandSpec> all) {
    all.put(path, spec);
    spec.subcommands()
        .forEach((word, below) -> add(path + ' ' + word, below.getCommandSpec(), all));
  }

  /** The arguments of a line, without what the shell takes for itself. */
  private static String[] arguments(String example, String path) {
    assertThat(example).startsWith(path);
    List<String> words = new ArrayList<>();
    WORD.matcher(example.substring(path.length()).split(" [<>|] ", 2)[0])
        .results()
        .forEach(each -> words.add(each.group().replace("\"", "")));
    return words.toArray(String[]::new);
  }

  @Test
  void everyCommandHasExamplesThatItTakes() {
    commands()
        .forEach((path, spec) -> {
          List<String> examples = CommandHelp.of(spec);
          assertThat(examples).as(path).isNotEmpty();
          assertThat(spec.commandLine().getUsageMessage())
              .contains("Examples:\n  " + examples.getFirst() + "\n")
              .contains("Exit codes: ");
          examples.forEach(example ->
              assertThatCode(() ->
                      new CommandLine(spec)
                          .parseArgs(arguments(example.replace("@logs.txt", "k"), path)))
                  .as(example)
                  .doesNotThrowAnyException());
        });
  }

  /** Their grammar is their own: whatever an example names is missing here, and nothing else. */
  @ParameterizedTest
  @EnumSource(
      value = SpecCommand.class,
      names = {"HOOK", "INIT", "CI"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyCommandOfASpecificationHasExamplesThatItTakes(SpecCommand command) {
    List<String> examples =
        command
            .help()
            .lines()
            .dropWhile(line -> !line.equals("Examples:"))
            .skip(1)
            .takeWhile(line -> !line.isEmpty())
            .map(String::strip)
            .toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
      List<String> args = List.of(arguments(example, "assay " + command.word()));
      InputStream none = InputStream.nullInputStream();
      int code =
          command == SpecCommand.CF_VERIFY
              ? CfVerifyCli.run(args, none, stream, stream, directory, Map.of())
              : command.run(args, none, stream, stream);
      assertThat(code == 0 ? "no runs" : said.toString(StandardCharsets.UTF_8))
          .as(example)
          .containsAnyOf(
              "no runs", "expected a readable file", "expected one JSON object", "RUN_NOT_FOUND");
    }
  }

  @Test
  void aDescriptionOfAnOptionIsBrokenWhereTheLineEndsAndNowhereElse() {
    commands()
        .forEach((path, spec) ->
            spec.args()
                .forEach(each -> assertThat(each.description()).as(path + ' ' + each).hasSize(1)));
  }

  private static String wrong(String... args) {
    StringWriter err = new StringWriter();
    CommandLine line = RootCommand.commandLine();
    line.setErr(new PrintWriter(err));
    assertThat(line.execute(args)).isEqualTo(3);
    return err.toString();
  }

  @Test
  void aWrongOptionIsToldWithTheRightOneAlsoWhenThatOneIsMissing() {
    String said = wrong("submit", "--work-itm", "x");

    assertThat(said)
        .startsWith("error: Unknown option: '--work-itm' [USAGE]\n")
        .contains("--work-item", "see assay submit --help\n");
    assertThat(wrong("submit")).startsWith("error: Missing required option: '--work-item=ID'");
    assertThat(wrong("sumbit")).contains("assay submit");
    assertThat(wrong("work-items", "list", "--stat", "x")).contains("--status");
  }

  @Test
  void aUsageErrorFitsATerminal() {
    commands().keySet().stream()
        .filter(path -> path.indexOf(' ') > 0 && SpecCommand.find(path.split(" ", -1)[1]) == null)
        .forEach(path ->
            assertThat(
                    wrong(
                        (path + " --nothing-of-this").substring("assay ".length()).split(" ", -1)))
                .as(path)
                .contains("see " + path + " --help")
                .satisfies(text -> assertThat(text.lines().count()).isLessThan(20)));
  }
}
