package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is told of what, and in which words. */
class MessageTest {

  private static OutgoingSection.Endpoint endpoint(
      String url,
      List<DecisionKind> kinds,
      @Nullable List<String> items,
      @Nullable List<String> fleets) {
    return new OutgoingSection.Endpoint(
        OutgoingSection.Kind.SLACK,
        url,
        "urn:assay",
        kinds,
        orNone(items),
        orNone(fleets),
        3,
        false);
  }

  private static List<String> orNone(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }

  @ParameterizedTest
  @CsvSource({
    "shop/cart, true",
    "shop/*, true",
    "*, true",
    "*cart, true",
    "s*p*c*t, true",
    "shop, false",
    "*/cart/*, false",
    "shop/cart*cart, false",
    "*basket, false",
  })
  void aPatternNamesWorkItems(String pattern, boolean wanted) {
    assertThat(
            Message.wanted(
                Decided.of("shop/cart", DecisionKind.HALT),
                endpoint("https://a.example", List.of(), List.of(pattern), null)))
        .isEqualTo(wanted);
  }

  @Test
  void filtersHoldTogether() {
    var halts = endpoint("https://a.example", List.of(DecisionKind.HALT), null, List.of("shop"));
    var others = endpoint("https://a.example", List.of(), null, List.of("bank"));

    assertThat(Message.wanted(Decided.of("w", DecisionKind.HALT), halts)).isTrue();
    assertThat(Message.wanted(Decided.of("w", DecisionKind.RETRY), halts)).isFalse();
    assertThat(Message.wanted(Decided.of("w", DecisionKind.HALT), others)).isFalse();
  }

  @Test
  void aChatIsToldInOneLineWithoutWordsOfAnAgent() {
    byte[] body =
        Message.body(
            endpoint("https://a.example", List.of(), null, null),
            Decided.of("shop/cart", DecisionKind.REQUEST_APPROVAL),
            null);

    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"text\":\"Assay: REQUEST_APPROVAL of shop/cart, attempt 2 (VERIFICATION_FAILED);"
                + " a person is asked until 2026-11-25T10:00:00.000Z\",\"mrkdwn\":false,"
                + "\"unfurl_links\":false,\"unfurl_media\":false,\"blocks\":["
                + "{\"type\":\"header\",\"text\":{\"type\":\"plain_text\","
                + "\"text\":\"Assay: REQUEST_APPROVAL\",\"emoji\":false}},"
                + "{\"type\":\"section\",\"text\":{\"type\":\"plain_text\","
                + "\"text\":\"Assay: REQUEST_APPROVAL of shop/cart, attempt 2 (VERIFICATION_FAILED);"
                + " a person is asked until 2026-11-25T10:00:00.000Z\",\"emoji\":false}}]}");
  }

  /** Those who copy Slack's messages call everybody for {@code @channel} in plain text. */
  @Test
  void aWorkItemThatIsNamedLikeAMentionCallsNobody() {
    byte[] body =
        Message.body(
            endpoint("https://a.example", List.of(), null, null),
            Decided.of("shop/@channel", DecisionKind.HALT),
            null);

    assertThat(new String(body, StandardCharsets.UTF_8))
        .contains("shop/@\u200bchannel")
        .doesNotContain("@channel");
  }

  private static final OutgoingSection.Endpoint TOPIC =
      new OutgoingSection.Endpoint(
          OutgoingSection.Kind.CDEVENTS,
          null,
          "https://assay.example/",
          List.of(),
          List.of(),
          List.of(),
          3,
          false);

  /** The members and values of CDEvents 0.5.1, testsuiterun.finished 0.3.0. */
  @Test
  void aCdEventIsAFinishedTestSuiteRunWithoutWordsOfAnAgent() {
    Decision decision = Decided.of("shop/cart", DecisionKind.RETRY);

    assertThat(new String(Message.body(TOPIC, decision, null), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"context\":{\"specversion\":\"0.5.1\",\"id\":\"ID\",\"source\":\"https://assay.example/\","
                    .replace("ID", decision.id())
                + "\"type\":\"dev.cdevents.testsuiterun.finished.0.3.0\","
                + "\"timestamp\":\"2026-11-25T10:00:00.000Z\"},"
                + "\"subject\":{\"id\":\"shop/cart/2\",\"content\":{\"outcome\":\"failure\","
                + "\"environment\":{\"id\":\"shop\"},\"reason\":\"VERIFICATION_FAILED\"}},"
                + "\"customData\":{\"decision\":\"ID\",\"kind\":\"RETRY\",\"workItem\":\"shop/cart\","
                    .replace("ID", decision.id())
                + "\"attempt\":2,\"attestations\":[\"A\"]},"
                    .replace("A", decision.attestations().getFirst())
                + "\"customDataContentType\":\"application/json\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "PROMOTE, success",
    "RETRY, failure",
    "DEMOTE, failure",
    "ESCALATE, error",
    "HALT, cancel",
    "CONTINUE,",
    "SPLIT,",
    "REQUEST_APPROVAL,",
  })
  void aCdEventIsToldOfAnAttemptThatIsOver(DecisionKind kind, @Nullable String outcome) {
    assertThat(CdEvent.outcome(kind).orElse(null)).isEqualTo(outcome);
    assertThat(Message.wanted(Decided.of("shop/cart", kind), TOPIC)).isEqualTo(outcome != null);
  }

  private static final OutgoingSection.Endpoint OTLP =
      new OutgoingSection.Endpoint(
          OutgoingSection.Kind.OTLP,
          "http://collector.example/v1/logs",
          "urn:assay",
          List.of(),
          List.of(),
          List.of(),
          3,
          false);

  private static String evaluated(Decision decision, @Nullable String traceparent) {
    return new String(Message.body(OTLP, decision, traceparent), StandardCharsets.UTF_8);
  }

  /**
   * The members of ExportLogsServiceRequest as OTLP/HTTP writes JSON (ids in hex, 64 bits as text)
   * and the attributes of semantic conventions for generative AI, {@code gen_ai.evaluation.result}.
   */
  @Test
  void anEvaluationLiesOnTheAgentsSpan() {
    Decision decision = Decided.of("shop/cart", DecisionKind.RETRY);

    assertThat(evaluated(decision, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
        .isEqualTo(
            "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\","
                + "\"value\":{\"stringValue\":\"assay\"}}]},"
                + "\"scopeLogs\":[{\"scope\":{\"name\":\"dev.assay\"},\"logRecords\":[{"
                + "\"timeUnixNano\":\"1795600800000000000\","
                + "\"observedTimeUnixNano\":\"1795600800000000000\","
                + "\"severityNumber\":9,\"eventName\":\"gen_ai.evaluation.result\","
                + "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"b7ad6b7169203331\","
                + "\"flags\":1,\"attributes\":["
                + attribute("gen_ai.evaluation.name", "\"stringValue\":\"assay\"")
                + ","
                + attribute("gen_ai.evaluation.score.label", "\"stringValue\":\"fail\"")
                + ","
                + attribute("gen_ai.evaluation.score.value", "\"doubleValue\":0.0")
                + ","
                + attribute(
                    "gen_ai.evaluation.explanation", "\"stringValue\":\"VERIFICATION_FAILED\"")
                + ","
                + attribute("assay.decision", "\"stringValue\":\"" + decision.id() + "\"")
                + ","
                + attribute("assay.decision.kind", "\"stringValue\":\"RETRY\"")
                + ","
                + attribute("assay.work_item", "\"stringValue\":\"shop/cart\"")
                + ","
                + attribute("assay.attempt", "\"intValue\":\"2\"")
                + "]}]}]}]}");
  }

  private static String attribute(String key, String value) {
    return "{\"key\":\"" + key + "\",\"value\":{" + value + "}}";
  }

  @ParameterizedTest
  @CsvSource({
    "PROMOTE, pass",
    "RETRY, fail",
    "DEMOTE, fail",
    "HALT, fail",
    "ESCALATE, inconclusive",
    "CONTINUE,",
    "SPLIT,",
    "REQUEST_APPROVAL,",
  })
  void anEvaluationIsToldWhenItIsOne(DecisionKind kind, @Nullable String label) {
    Decision decision = Decided.of("shop/cart", kind);

    assertThat(Message.wanted(decision, OTLP)).isEqualTo(label != null);
    if (label != null) {
      assertThat(evaluated(decision, null)).contains("{\"stringValue\":\"" + label + "\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-\"},{\"-b7ad6b7169203331-01",
      })
  void whatIsNoTraceContextIsLeftOut(String context) {
    Decision decision = Decided.of("shop/cart", DecisionKind.PROMOTE);

    assertThat(evaluated(decision, context)).isEqualTo(evaluated(decision, null));
    assertThat(evaluated(decision, null)).doesNotContain("traceId", "spanId", "flags");
  }

  @Test
  void aTopicHasNoAddress() {
    assertThatThrownBy(() ->
            new OutgoingSection.Endpoint(
                OutgoingSection.Kind.CDEVENTS,
                "https://a.example/",
                "urn:assay",
                List.of(),
                List.of(),
                List.of(),
                3,
                false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("secretUrl");
  }

  @ParameterizedTest
  @CsvSource({
    "https://hooks.example/a, hooks.example, true",
    "https://hooks.example/a, hooks.example:8443, false",
    "https://hooks.example.evil/a, hooks.example, false",
    "https://hooks.example@evil/a, hooks.example, false",
    "ftp://hooks.example/a, hooks.example, false",
    "https://hooks.example:8443/a, hooks.example, true",
    "https://hooks.example:70000/a, hooks.example, false",
    "https://hooks.example:0/a, hooks.example, false",
    "no address, hooks.example, false",
  })
  void anAddressIsRefusedAtStartUnlessItsHostIsNamed(String url, String host, boolean taken) {
    Map<String, OutgoingSection.Endpoint> endpoints =
        Map.of("chat", endpoint(url, List.of(), null, null));
    if (taken) {
      assertThat(new OutgoingSection(List.of(host), List.of(), endpoints).endpoints())
          .containsKey("chat");
      return;
    }

    assertThatThrownBy(() -> new OutgoingSection(List.of(host), List.of(), endpoints))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("outgoing.endpoints.chat.secretUrl")
        .hasMessageNotContaining("example/a");
  }
}
