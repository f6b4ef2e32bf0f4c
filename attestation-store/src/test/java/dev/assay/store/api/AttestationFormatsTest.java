package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.statement.Statement;
import dev.assay.http.HttpService;
import dev.assay.store.formats.FormatSamples;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One attestation is asked for in the formats that others read. */
class AttestationFormatsTest {

  private static final Statement PASS = FormatSamples.report("PASS");
  private static final Statement FAIL = FormatSamples.report("FAIL");
  private static final Statement PROMOTION = FormatSamples.promotion();

  @TempDir private static Path directory;
  private static TestApi api;

  @BeforeAll
  static void start() {
    api = new TestApi(directory);
    api.store.append(TestApi.attestations(0, 3));
    api.store.append(
        List.of(
            FormatSamples.stored(PASS),
            FormatSamples.stored(FAIL),
            FormatSamples.stored(FormatSamples.report("INCONCLUSIVE")),
            FormatSamples.stored(FormatSamples.reportWithoutBasis()),
            FormatSamples.stored(PROMOTION),
            FormatSamples.stored(FormatSamples.demotion()),
            FormatSamples.stored(FormatSamples.approval())));
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @Test
  void aViewCitesTheAttestationItWasMadeFromAndIsAboutTheSameSubjects() throws Exception {
    JsonNode signed = FormatSamples.tree(PASS.text().getBytes(StandardCharsets.UTF_8));

    for (AttestationFormat format : List.of(AttestationFormat.TEST_RESULT, AttestationFormat.SVR)) {
      JsonNode view = view(PASS, format);

      assertThat(view.get("subject")).isEqualTo(signed.get("subject"));
      assertThat(view.at("/predicate/assayDerivedFrom/digest/sha256").asText())
          .isEqualTo(PASS.id());
      assertThat(view.at("/predicate/assayHyperthesis"))
          .isEqualTo(signed.at("/predicate/hyperthesis"));
    }
  }

  @ParameterizedTest
  @CsvSource({"PASS, PASSED", "FAIL, FAILED", "FLAKY, WARNED", "INCONCLUSIVE, FAILED"})
  void aTestResultIsPassedOnlyWhenTheReportPassed(String result, String expected) throws Exception {
    Statement statement = FormatSamples.report(result);
    api.store.append(List.of(FormatSamples.stored(statement)));

    JsonNode view = view(statement, AttestationFormat.TEST_RESULT);

    assertThat(view.at("/predicate/result").asText()).isEqualTo(expected);
    assertThat(view.at("/predicate/assayResult").asText()).isEqualTo(result);
  }

  @Test
  void aVerificationResultSaysHowItIsKnownInTheNameOfItsProperty() throws Exception {
    assertThat(view(PASS, AttestationFormat.SVR).at("/predicate/properties/0").asText())
        .isEqualTo("ASSAY_PASS_OBSERVED_testreport");
    assertThat(view(PROMOTION, AttestationFormat.SVR).at("/predicate/properties/0").asText())
        .isEqualTo("ASSAY_VERIFIED");
  }

  @Test
  void whatDidNotPassHasNoVerificationResult() throws Exception {
    for (Statement statement :
        List.of(
            FAIL,
            FormatSamples.report("INCONCLUSIVE"),
            FormatSamples.reportWithoutBasis(),
            FormatSamples.demotion(),
            FormatSamples.approval())) {
      HttpResponse<String> answer = get(statement, AttestationFormat.SVR.mediaType());

      assertThat(answer.statusCode()).as(statement.text()).isEqualTo(406);
      assertThat(TestApi.json(answer).get("code").asText()).isEqualTo("NOT_ACCEPTABLE");
    }
  }

  @Test
  void aPromotionNamesItsInputsByTheirPositionsInTheLog() throws Exception {
    JsonNode view = view(PROMOTION, AttestationFormat.VSA);

    JsonNode input = view.at("/predicate/inputAttestations/0");
    assertThat(input.get("uri").asText()).isEqualTo("assay:log/assay.example/log/3");
    assertThat(input.at("/digest/sha256").asText()).isEqualTo(PASS.id());
    assertThat(view.at("/predicate/verificationResult").asText()).isEqualTo("PASSED");
    assertThat(get(PASS, AttestationFormat.VSA.mediaType()).statusCode()).isEqualTo(406);
  }

  @Test
  void theProofIsThatOfTheProofCall() throws Exception {
    HttpResponse<String> answer = get(PASS, AttestationFormat.TLOG_PROOF.mediaType());

    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/x.tlog-proof");
    assertThat(answer.body()).startsWith("c2sp.org/tlog-proof@v1\nindex 3\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/vnd.in-toto+json;q=0", "image/*", "nonsense"})
  void aTypeThatNobodyKnowsIsRefusedWithTheListOfThoseThatAreKnown(String accept) throws Exception {
    HttpResponse<String> answer = get(PASS, accept);

    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(TestApi.json(answer).get("code").asText()).isEqualTo("NOT_ACCEPTABLE");
    assertThat(TestApi.json(answer).get("expected").asText())
        .contains(AttestationFormat.mediaTypes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json                                            | application/json",
        "*/*                                                         | application/vnd.dsse.envelope.v1+json",
        "application/vnd.in-toto.svr+json, application/json;q=0.1    | application/json",
        "application/vnd.in-toto.svr+json, application/vnd.in-toto+json;q=0.5 | application/vnd.in-toto+json",
      })
  void theMostWantedFormThatThereIsIsAnswered(String accept, String type) throws Exception {
    assertThat(get(FAIL, accept).headers().firstValue("Content-Type")).hasValue(type);
  }

  @Test
  void aViewThatTheClientHasIsNotSentAgain() throws Exception {
    HttpResponse<String> first = get(PASS, AttestationFormat.SVR.mediaType());
    String tag = first.headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again =
        api.get(
            "/v1/attestations/" + PASS.id(),
            "Accept",
            AttestationFormat.SVR.mediaType(),
            "If-None-Match",
            tag);

    assertThat(again.statusCode()).isEqualTo(304);
  }

  @Test
  void thePageAndTheContractListEveryFormat() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "formats.md"));
    try (InputStream in = HttpService.class.getResourceAsStream("openapi.json")) {
      JsonNode types =
          FormatSamples.tree(in.readAllBytes())
              .at("/paths/~1v1~1attestations~1{id}/get/responses/200/content");

      for (AttestationFormat format : AttestationFormat.values()) {
        assertThat(page).contains("| `" + format.wire() + "` | `" + format.mediaType() + "`");
        assertThat(types.has(format.mediaType())).as(format.mediaType()).isTrue();
      }
      assertThat(types).hasSize(AttestationFormat.values().length + 1);
    }
  }

  private static JsonNode view(Statement statement, AttestationFormat format)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = get(statement, format.mediaType());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue(format.mediaType());
    assertThat(answer.headers().firstValue("Vary")).hasValue("Accept, Accept-Encoding");
    return TestApi.json(answer);
  }

  private static HttpResponse<String> get(Statement statement, String accept)
      throws IOException, InterruptedException {
    return api.get("/v1/attestations/" + statement.id(), "Accept", accept);
  }
}
