package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.schemas.Digests;
import dev.assay.verifier.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class SummaryDocumentTest {

  static final List<Documents.Pair> PAIRS = Documents.ALL;

  @ParameterizedTest
  @FieldSource("PAIRS")
  void theSummaryConformsToItsSchema(Documents.Pair pair) throws IOException {
    Schema schema = schema();
    for (String report : List.of(pair.passing(), pair.failing(), pair.passing().substring(0, 20))) {
      assertThat(schema.validate(summary(report, 1), InputFormat.JSON)).isEmpty();
    }
  }

  @Test
  void theSummaryListsWhatFailedByNameAndPlace() throws IOException {
    String summary = summary(Documents.CTRF_FAILING, 1);
    int offset =
        Documents.CTRF_FAILING
            .substring(0, Documents.CTRF_FAILING.indexOf("{\"name\":\"größe"))
            .getBytes(StandardCharsets.UTF_8)
            .length;

    assertThat(summary)
        .contains("\"name\":\"größe\"", "\"offset\":" + offset, "\"failuresOmitted\":0")
        .contains("\"counts\":{\"errored\":0,\"failed\":1,\"flaky\":0,\"passed\":1,\"skipped\":0}");
  }

  @Test
  void theSummaryStaysSmallHoweverManyTestsFail() throws IOException {
    String failing = "<testcase name='" + "n".repeat(500) + "'><failure message='m'/></testcase>";

    String summary = summary("<testsuite>" + failing.repeat(3_000) + "</testsuite>", 1);

    assertThat(summary).hasSizeLessThan(100_000).contains("\"failuresOmitted\":2800");
  }

  private static String summary(String report, int exitCode) {
    byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
    MemoryScope scope = new MemoryScope(() -> new ByteArrayInputStream(bytes));
    Finding finding =
        Runs.run(
            Runs.artifact(Digests.sha256Hex(bytes), bytes.length, exitCode), scope, Runs.PLAIN);
    byte[] stored = Objects.requireNonNull(scope.stored.get(finding.details()));
    return new String(stored, StandardCharsets.UTF_8);
  }

  private static Schema schema() throws IOException {
    String resource = "/dev/assay/schemas/json-schema/test-report-summary.schema.json";
    try (InputStream in =
        Objects.requireNonNull(SummaryDocumentTest.class.getResourceAsStream(resource))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
