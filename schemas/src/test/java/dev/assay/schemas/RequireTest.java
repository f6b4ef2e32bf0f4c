package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequireTest {

  @ParameterizedTest
  @ValueSource(
      strings = {" ", "~", "plain", "what?", "a\tb\nc", "\u0080", "für", "\u5b57", "\ud83d\ude00?"})
  void aTextOfVisibleCharactersTabsAndLinesIsTakenAsItIs(String text) {
    assertThat(Require.text("field", text, 100)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "plain\u001f",
        "\r",
        "\u007f",
        "?\u0001",
        "für\u007f",
        "\ud800",
        "?\udc00",
        "what?\ud83dx",
      })
  void aTextWithAControlCharacterOrHalfAPairIsRefused(String text) {
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> Require.text("field", text, 100))
        .satisfies(e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_FIELD));
  }
}
