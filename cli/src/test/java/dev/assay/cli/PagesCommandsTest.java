package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command line of a page names a command that there is, with options that it takes. */
class PagesCommandsTest {

  private static final Path HOME = Path.of("..");

  /** A line of a block, or what stands between backticks in a line of text. */
  private static final Pattern LINE = Pattern.compile("(?m)^```\\w*\\n(?s:(.*?))^```|`([^`\\n]+)`");

  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^|[|(] *)(?:\\$ )?(?:\\./)?assay ([a-z][a-z-]+.*)$");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  @TempDir private static Path manual;

  @BeforeAll
  static void manual() {
    var _ = AssayMainRun.output("man", "--directory", manual.toString());
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
    for (String directory : List.of("docs", "docs/integrations")) {
      try (Stream<Path> files = Files.list(HOME.resolve(directory))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandAndOptionOfAPageIsThere(Path page) throws IOException {
    String text = Files.readString(page).replaceAll("\\\\\\n *|\\n +(?=\\[?--)", " ");
    List<String> missing = new ArrayList<>();

    for (String command : commands(text)) {
      String[] words = command.split(" +", 3);
      String manual = manual(words);
      String arguments = command.split(" -- |#", 2)[0];
      if (manual.isEmpty()) {
        missing.add(command);
      }
      OPTION
          .matcher(arguments)
          .results()
          .filter(option -> !manual.contains(option.group()))
          .forEach(option -> missing.add(option.group() + " of " + command));
    }

    assertThat(missing).isEmpty();
  }

  private static List<String> commands(String text) {
    return LINE.matcher(text)
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .flatMap(lines -> COMMAND.matcher(lines).results())
        .map(command -> command.group(1).replaceFirst("^([a-z-]+)\\|[a-z|]+", "$1"))
        .toList();
  }

  /** The manual of the command that the first two words name, else of the first; may be empty. */
  private static String manual(String[] words) throws IOException {
    List<String> names =
        words.length == 1 ? List.of(words[0]) : List.of(words[0] + '-' + words[1], words[0]);
    for (String name : names) {
      Path page = manual.resolve("assay-" + name + ".1");
      if (Files.exists(page)) {
        return Files.readString(page).replace("\\-", "-");
      }
    }
    return "";
  }
}
