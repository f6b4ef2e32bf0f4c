package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.message.DecisionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is told of what, and in which words. */
class MessageTest {

  private static OutgoingSection.Endpoint endpoint(
      String url,
      List<DecisionKind> kinds,
      @Nullable List<String> items,
      @Nullable List<String> fleets) {
    return new OutgoingSection.Endpoint(
        OutgoingSection.Kind.SLACK, url, kinds, orNone(items), orNone(fleets), 3);
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
            OutgoingSection.Kind.SLACK, Decided.of("shop/cart", DecisionKind.REQUEST_APPROVAL));

    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"text\":\"Assay: REQUEST_APPROVAL of shop/cart, attempt 2 (VERIFICATION_FAILED);"
                + " a person is asked until 2026-11-25T10:00:00.000Z\",\"mrkdwn\":false,"
                + "\"unfurl_links\":false,\"unfurl_media\":false}");
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
