package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
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

  /** The cells of the table's rows, by code. */
  private static Map<String, String[]> rows() throws IOException {
    Map<String, String[]> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "errors.md"))) {
      if (line.startsWith("| `")) {
        String[] cells = line.substring(2, line.length() - 2).split(" \\| ", -1);
        assertThat(rows.put(cells[0].replace("`", ""), cells)).as(line).isNull();
      }
    }
    return rows;
  }
}
