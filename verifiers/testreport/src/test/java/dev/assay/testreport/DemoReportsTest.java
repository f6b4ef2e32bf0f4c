package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads the demo fleet's artifacts, which real test runners wrote. */
final class DemoReportsTest {

  private static final Path DEMO = Path.of("..", "..", "demo");

  @Test
  void eachReportHasTheResultThatItsBytesShow() throws IOException {
    Map<String, Result> results = new LinkedHashMap<>();
    for (JsonNode submission : fleet()) {
      JsonNode artifact = submission.get("artifacts").get(0);
      byte[] bytes = Files.readAllBytes(DEMO.resolve(artifact.get("path").textValue()));
      int exitCode = artifact.get("producer").get("exitCode").intValue();
      results.put(
          submission.get("workItem").textValue() + " " + submission.get("attempt"),
          Runs.judge(bytes, exitCode, Runs.PLAIN).result());
    }

    assertThat(results)
        .containsExactly(
            Map.entry("shop/coupons 1", Result.PASS),
            Map.entry("shop/price-rounding 1", Result.FAIL),
            Map.entry("shop/price-rounding 2", Result.PASS),
            Map.entry("shop/stock-reservation 1", Result.FLAKY),
            Map.entry("shop/carrier-rates 1", Result.INCONCLUSIVE),
            Map.entry("shop/search-words 1", Result.PASS),
            Map.entry("shop/stock-count 1", Result.PASS),
            // A forged report looks like any other: only a run of the workspace shows the lie.
            Map.entry("shop/till-discount 1", Result.PASS));
  }

  @Test
  void theFailingTestsOfPytestAreCitedAndNamed() throws IOException {
    String report =
        Files.readString(
            DEMO.resolve("artifacts/pricing-attempt-1.pytest.xml"), StandardCharsets.UTF_8);

    Finding finding = Runs.judge(report, 1);

    assertThat(finding.pointers()).hasSize(2);
    assertThat(Runs.cited(report, finding, 1))
        .startsWith("<testcase classname=\"test_pricing\"")
        .contains("[104-105]")
        .endsWith("</testcase>");
    assertThat(finding.failureSignatures())
        .contains(
            new FailureSignature(
                "f996716249e3b1f0a630a7abb6ca437f",
                "exception",
                "AssertionError at test_pricing.py"
                    + " in test_pricing test_prices_are_rounded_to_five_cents[103-105]",
                "6ca9ab267376ba017addaabdda01ae97"));
  }

  private static JsonNode fleet() throws IOException {
    return JsonMapper.builder()
        .build()
        .readTree(Files.readAllBytes(DEMO.resolve("fleet.json")))
        .get("submissions");
  }
}
