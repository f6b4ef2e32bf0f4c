package dev.assay.core.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StatementViewsTest {

  private static StatementViews views(String statement) {
    return new StatementViews(statement.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theNameOfAVerifierIsOneSegmentOfItsAddress() {
    String report =
        """
        {"predicateType":"https://assay.dev/attestation/verification-report/v2","subject":[],
         "predicate":{"basis":"CLAIMED","configDigest":"c","result":"PASS","time":"t",
          "verifierType":"a/b ü~","verifierVersion":"1.0-x?"}}
        """;

    assertThat(new String(views(report).svr().orElseThrow(), StandardCharsets.UTF_8))
        .contains("\"id\":\"https://assay.dev/verifier/a%2Fb%20%C3%BC~/1.0-x%3F\"");
  }

  @Test
  void whatIsNoStatementHasNoViews() {
    for (String text : new String[] {"{}", "[]", "null", "no JSON", "{\"predicate\":7}"}) {
      StatementViews views = views(text);

      assertThat(views.testResult()).isEmpty();
      assertThat(views.svr()).isEmpty();
      assertThat(views.vsa("log", _ -> OptionalLong.empty())).isEmpty();
      assertThat(views.inputs()).isEmpty();
    }
  }
}
