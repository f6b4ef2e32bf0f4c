package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What man(1) shows. */
class ManCommandTest {

  @TempDir private Path directory;

  /** A page as a terminal shows it, far enough for this test: macros gone, escapes resolved. */
  private static String plain(String page) {
    return page.replaceAll("\\\\f[BIR]", "").replace("\\-", "-").replace("\\e", "\\");
  }

  @Test
  void thePageOfACommandHasItsOptionsItsWordsAndItsExitCodes() {
    String page = plain(AssayMainRun.output("man", "work-items"));

    assertThat(page).startsWith(".TH \"ASSAY-WORK-ITEMS\" 1");
    assertThat(page)
        .containsSubsequence(
            ".SH NAME\nassay-work-items - ",
            ".SH SYNOPSIS\n.nf\nassay work-items",
            ".SH OPTIONS\n",
            "--url URL\n",
            ".SH COMMANDS\n",
            "assay-work-items-show(1)",
            ".SH EXIT STATUS\n0 ",
            ".SH EXAMPLES\n.nf\nassay work-items\n",
            ".SH SEE ALSO\nassay(1)");
  }

  @Test
  void theDateIsThatOfTheBuildsReproducibleOutput() throws Exception {
    String day =
        Files.readString(Path.of("../pom.xml"))
            .split("<project.build.outputTimestamp>", 2)[1]
            .substring(0, "2026-11-21".length());

    assertThat(plain(AssayMainRun.output("man", "up")))
        .startsWith(".TH \"ASSAY-UP\" 1 \"" + day + "\" \"assay ");
  }

  @Test
  void everyCommandOfTheHelpHasAPageAlsoThoseWithAGrammarOfTheirOwn() throws Exception {
    assertThat(AssayMainRun.output("man", "--directory", directory.toString()))
        .contains(" pages in " + directory);

    List<String> commands =
        AssayMainRun.output("--help")
            .lines()
            .dropWhile(line -> !line.startsWith("Commands:"))
            .takeWhile(line -> !line.startsWith("Examples:"))
            .filter(line -> line.matches("  [a-z].*"))
            .map(line -> line.strip().replaceFirst("[ ,].*", ""))
            .toList();
    assertThat(commands).contains("up", "quick", "hook", "man").hasSizeGreaterThan(30);
    for (String command : commands) {
      assertThat(directory.resolve("assay-" + command + ".1")).exists();
    }
    assertThat(plain(Files.readString(directory.resolve("assay-quick.1")))).contains("--input");
    assertThat(plain(Files.readString(directory.resolve("assay-hook-install.1"))))
        .contains("--dry-run", "assay-hook(1)");
  }

  @Test
  void everyOptionOfEveryCommandIsOnItsPageAndOffered() {
    assertKnown("assay", RootCommand.commandLine(), AssayMainRun.output("completion", "bash"));
  }

  private static void assertKnown(String path, CommandLine command, String completion) {
    String page = plain(AssayMainRun.output(path.replaceFirst("assay", "man").split(" ")));
    assertThat(completion).contains("'" + path + "'");
    command
        .getCommandSpec()
        .optionsMap()
        .keySet()
        .forEach(name -> {
          assertThat(page).as(path).contains(name);
          assertThat(completion.lines())
              .as(path + ' ' + name)
              .anyMatch(line -> line.contains("'" + path + "') words=") && line.contains(name));
        });
    ManPage.shown(command.getSubcommands())
        .forEach((word, below) -> assertKnown(path + ' ' + word, below, completion));
  }

  /** Roff takes a line that begins with a point or an apostrophe for a macro. */
  @Test
  void noTextBecomesAMacro() throws Exception {
    var _ = AssayMainRun.output("man", "--directory", directory.toString());

    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        assertThat(Files.readAllLines(file))
            .as(file.toString())
            .filteredOn(line -> line.startsWith(".") || line.startsWith("'"))
            .allMatch(line -> line.matches("\\.(TH|SH|TP|nf|fi)( .*)?"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"no-such-command", "work-items no-such-command"})
  void anotherWordIsRefused(String words) {
    assertThat(
            AssayMainRun.exit(
                Stream.concat(Stream.of("man"), Stream.of(words.split(" ", -1)))
                    .toArray(String[]::new)))
        .isEqualTo(3);
  }
}
