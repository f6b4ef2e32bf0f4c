package dev.assay.llmadvisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewedVerifierTest {

  private static final String ARTIFACT =
      "the build printed this rather long line of secrets that nobody should repeat anywhere";

  private final StubModel model = new StubModel();
  private final ModelClient client = new ModelClient(model.endpoint(null));
  private long nanosLeft = TimeUnit.SECONDS.toNanos(60);

  ReviewedVerifierTest() throws IOException {}

  @AfterEach
  void stop() {
    client.close();
    model.close();
  }

  @Test
  void anObjectionLowersAPassAndNamesTheModel() throws Exception {
    model.says("{\"status\":\"FAIL\",\"summary\":\"no test ran\",\"confidence\":0.4}");

    Finding finding = review(finding(Result.PASS), 0);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures())
        .extracting(FailureSignature::kind)
        .containsOnly("model");
    assertThat(finding.hyperthesis().getFirst().blindSpot())
        .isEqualTo("the model small-model says FAIL where the verifier found PASS");
    assertThat(finding.summary()).isEqualTo("2 of 2 tests passed Model: no test ran");
    assertThat(finding.confidence()).isEqualTo(0.4);
    report(finding);
  }

  @Test
  void aDoubtMakesAPassInconclusiveAlsoWhenItDisclosedAsMuchAsItMay() throws Exception {
    model.says("{\"status\":\"INCONCLUSIVE\"}");
    Hyperthesis blind =
        new Hyperthesis("x", Hyperthesis.Why.COST, Risk.LOW, "the suite is one of several");

    Finding finding = review(with(finding(Result.PASS), Collections.nCopies(8, blind)), 0);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis()).hasSize(8);
    assertThat(finding.hyperthesis().getFirst().blindSpot()).contains("small-model");
    report(finding);
  }

  @ParameterizedTest
  @EnumSource(names = {"FAIL", "FLAKY", "INCONCLUSIVE"})
  void nothingThatTheModelSaysRaisesAResultOrAConfidence(Result result) throws Exception {
    for (String status : List.of("PASS", "FAIL", "INCONCLUSIVE")) {
      model.says("{\"status\":\"" + status + "\",\"confidence\":1}");

      Finding reviewed = review(finding(result), 0);

      assertThat(reviewed.result()).isEqualTo(result);
      assertThat(reviewed.confidence()).isEqualTo(0.9);
      assertThat(reviewed.failureSignatures()).isEqualTo(finding(result).failureSignatures());
      assertThat(reviewed.hyperthesis()).isEqualTo(finding(result).hyperthesis());
    }
  }

  @Test
  void agreementKeepsTheFinding() throws Exception {
    model.says("{\"status\":\"PASS\"}");

    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FAIL",
        "{\"status\":\"fail\"}",
        "{\"status\":\"FLAKY\"}",
        "{\"status\":\"BLOCKER\"}",
        "{\"status\":0}",
        "{\"status\":null}",
        "{\"summary\":\"fine\"}",
        "{\"status\":\"FAIL\",\"confidence\":1.5}",
        "{\"status\":\"FAIL\",\"confidence\":\"high\"}",
        "{\"status\":\"FAIL\",\"result\":\"PASS\"}",
        "{\"status\":\"FAIL\",\"summary\":\"\"}",
        "{\"status\":\"FAIL\",\"summary\":\"bell \\u0007\"}",
        "{\"status\":\"FAIL\"",
      })
  void anAnswerInOtherWordsLeavesTheVerifiersResult(String content) throws Exception {
    model.says(content);

    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
  }

  @Test
  void aSummaryOverItsBoundLeavesTheVerifiersResult() throws Exception {
    model.says("{\"status\":\"FAIL\",\"summary\":\"" + "s".repeat(201) + "\"}");
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));

    model.says("{\"status\":\"FAIL\",\"summary\":\"" + "s".repeat(10_000_000) + "\"}");
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
  }

  @Test
  void anEndpointThatIsSilentDrippingEndlessOrAwayLeavesTheVerifiersResult() throws Exception {
    model.keepsSilent();
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
    model.drips();
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
    model.writesWithoutEnd();
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
    model.goesAway();
    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
  }

  @Test
  void aRunWithoutTimeLeftIsNotReviewed() throws Exception {
    model.says("{\"status\":\"FAIL\"}");
    nanosLeft = TimeUnit.MILLISECONDS.toNanos(100);

    assertThat(review(finding(Result.PASS), 0)).isEqualTo(finding(Result.PASS));
    assertThat(model.asked).isEmpty();
  }

  @Test
  void whatTheModelRepeatsOfTheArtifactIsLeftOutAndItsObjectionStands() throws Exception {
    model.does(exchange -> {
      String excerpt = model.lastData().at("/untrusted/excerpt").asText();
      StubModel.respond(
          exchange,
          200,
          "{\"choices\":[{\"message\":{\"content\":\"{\\\"status\\\":\\\"FAIL\\\","
              + "\\\"summary\\\":\\\""
              + excerpt
              + "\\\"}\"}}]}");
    });

    Finding finding = review(finding(Result.PASS), 4_096);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).isEqualTo("2 of 2 tests passed");
  }

  @Test
  void withoutAnExcerptTheModelSeesTheReportAlone() throws Exception {
    model.says("{\"status\":\"PASS\"}");
    var _ = review(finding(Result.PASS), 0);

    assertThat(model.lastData().toString()).doesNotContain("secrets");
    assertThat(model.lastData().path("result").asText()).isEqualTo("PASS");

    var _ = review(finding(Result.PASS), 16);

    assertThat(model.lastData().at("/untrusted/excerpt").asText()).isEqualTo("the build printe");
  }

  @Test
  void theVersionTellsThatAModelTookPart() {
    VerifierInfo info = reviewed(finding(Result.PASS), 0).info();

    assertThat(info.type()).isEqualTo("testreport");
    assertThat(info.version()).isEqualTo("7+review:small-model");
  }

  private Finding review(Finding finding, int excerptBytes) throws Exception {
    return reviewed(finding, excerptBytes).verify(request(), new Scope());
  }

  private Verifier reviewed(Finding finding, int excerptBytes) {
    return new ReviewedVerifier(
        new Verifier() {
          @Override
          public VerifierInfo info() {
            return new VerifierInfo(
                "testreport",
                "7",
                VerifierInfo.Pace.LONG,
                Set.of(ArtifactRole.TEST_REPORT),
                Set.of());
          }

          @Override
          public Finding verify(VerificationRequest request, VerificationScope scope) {
            return finding;
          }
        },
        client,
        excerptBytes,
        new SimpleMeterRegistry());
  }

  /** The finding holds as a report. */
  private static void report(Finding finding) {
    var _ = finding.report("testreport", "7", new ReportTarget("w", null, List.of()));
  }

  private static Finding finding(Result result) {
    return Finding.of(
        result,
        result == Result.PASS ? List.of() : List.of(new FailureSignature("ab12", "test", "boom")),
        "2 of 2 tests passed",
        List.of("go on"),
        0.9,
        result == Result.PASS
            ? List.of()
            : List.of(new Hyperthesis("x", Hyperthesis.Why.COST, Risk.LOW, "y")),
        List.of());
  }

  private static Finding with(Finding finding, List<Hyperthesis> hyperthesis) {
    return Finding.of(
        finding.result(),
        finding.failureSignatures(),
        finding.summary(),
        finding.nextActions(),
        finding.confidence(),
        hyperthesis,
        finding.pointers());
  }

  private static VerificationRequest request() {
    String digest = Digests.sha256Hex(ARTIFACT);
    return new VerificationRequest(
        digest,
        "shop/cart",
        digest,
        digest,
        1,
        "testreport",
        "{}",
        List.of(
            new ArtifactRef(
                ArtifactRole.TEST_REPORT, digest, ARTIFACT.length(), "text/plain", null)),
        null,
        null,
        Risk.LOW,
        null,
        60_000,
        null);
  }

  private final class Scope implements VerificationScope {

    @Override
    public InputStream open(ArtifactRef artifact) {
      return new ByteArrayInputStream(ARTIFACT.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String store(String mediaType, byte[] document) {
      throw new UnsupportedOperationException("a review stores nothing");
    }

    @Override
    public String store(String mediaType, InputStream document) {
      throw new UnsupportedOperationException("a review stores nothing");
    }

    @Override
    public Path scratch() {
      throw new UnsupportedOperationException("a review has no files");
    }

    @Override
    public Deadline deadline() {
      return Deadline.of(() -> nanosLeft);
    }
  }
}
