package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What the pages say about the demo fits the fleet that the demo sends. */
class DemoTableTest {

  private static final Path HOME = Path.of("..");
  private static final Pattern PRINTED = Pattern.compile("demo-[0-9a-f]{8}/(\\S+) +(\\d+) +(\\S+)");
  private static final Pattern EXPECTED =
      Pattern.compile("\\| `([^`]+)`(?:, attempt (\\d+))? \\|.*\\| ([A-Z]+) \\|");

  private record Row(String workItem, int attempt, String kind) {}

  @Test
  void theReadmeShowsEverySubmissionOfTheDemoWithItsDecision() throws Exception {
    assertThat(rows("README.md", PRINTED)).isEqualTo(expected());
  }

  @Test
  void theDemosPageTellsWhatToExpectOfEverySubmission() throws Exception {
    assertThat(expected())
        .extracting(row -> row.workItem() + " " + row.attempt())
        .isEqualTo(
            StreamSupport.stream(
                    new ObjectMapper()
                        .readTree(Files.readAllBytes(HOME.resolve("demo/fleet.json")))
                        .path("submissions")
                        .spliterator(),
                    false)
                .map(sent -> sent.path("workItem").asText() + " " + sent.path("attempt").asInt())
                .toList());
  }

  private static List<Row> expected() throws IOException {
    return rows("demo/README.md", EXPECTED).stream()
        .map(row -> new Row(row.workItem(), row.attempt(), decision(row.kind())))
        .toList();
  }

  private static List<Row> rows(String page, Pattern row) throws IOException {
    return row.matcher(Files.readString(HOME.resolve(page)))
        .results()
        .map(found ->
            new Row(
                found.group(1),
                found.group(2) == null ? 1 : Integer.parseInt(found.group(2)),
                found.group(3)))
        .toList();
  }

  private static String decision(String result) {
    return switch (result) {
      case "PASS" -> "PROMOTE";
      case "FAIL" -> "RETRY";
      default -> "ESCALATE";
    };
  }
}
