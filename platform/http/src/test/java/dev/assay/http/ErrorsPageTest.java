package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/errors.md and the codes say the same. */
class ErrorsPageTest {

  @Test
  void thePageExplainsEveryCodeAndNoOther() throws IOException {
    TreeSet<String> codes = new TreeSet<>();
    Arrays.stream(ErrorCode.values()).map(ErrorCode::name).forEach(codes::add);

    assertThat(new TreeSet<>(rows().keySet())).isEqualTo(codes);
  }

  @Test
  void thePageGivesTheStatusThatTheServerSends() throws IOException {
    rows()
        .forEach((code, cells) ->
            assertThat(cells[1])
                .as(code)
                .isEqualTo(Integer.toString(ErrorCode.valueOf(code).httpStatus())));
  }

  @Test
  void everyCodeSaysWhatItMeansAndWhatToDo() throws IOException {
    rows()
        .forEach((code, cells) -> {
          assertThat(cells).as(code).hasSize(4);
          assertThat(cells[2]).as(code).isNotBlank();
          assertThat(cells[3]).as(code).isNotBlank();
        });
  }

  @Test
  void everyCodeIsOneThatTheProductGives() throws IOException {
    TreeSet<String> unused = new TreeSet<>();
    Arrays.stream(ErrorCode.values()).map(ErrorCode::name).forEach(unused::add);
    Pattern use = Pattern.compile("\\bErrorCode\\.([A-Z_]+)\\b");
    for (Path source : mainSources()) {
      use.matcher(Files.readString(source))
          .results()
          .forEach(found -> unused.remove(found.group(1)));
    }

    assertThat(unused).isEmpty();
  }

  /** The Java sources of every module that are no tests. */
  private static List<Path> mainSources() throws IOException {
    Path main = Path.of("src", "main", "java");
    try (Stream<Path> tree =
        Files.find(
            Path.of("..", ".."),
            32,
            (path, file) -> file.isRegularFile() && path.toString().endsWith(".java"))) {
      return tree.filter(path -> path.toString().contains("/" + main + "/")).toList();
    }
  }

  /** The cells of the table's rows, by code. */
  private static Map<String, String[]> rows() throws IOException {
    Map<String, String[]> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("..", "..", "docs", "errors.md"))) {
      if (line.startsWith("| `")) {
        String[] cells = line.substring(2, line.length() - 2).split(" \\| ", -1);
        assertThat(rows.put(cells[0].replace("`", ""), cells)).as(line).isNull();
      }
    }
    return rows;
  }
}
