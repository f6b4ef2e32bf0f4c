package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestsTest {

  private static final String EMPTY_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  @Test
  void the_digest_of_nothing_is_the_published_one_and_valid() {
    assertThat(Digests.sha256Hex("")).isEqualTo(EMPTY_SHA256);
    assertThat(Digests.valid(EMPTY_SHA256)).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"A", "F", "g", "`", "/", ":", " ", "\u0000", "\u0130", "\u0161", "\uff10"})
  void another_character_at_any_place_makes_a_digest_invalid(String wrong) {
    for (int at = 0; at < Digests.HEX_CHARS; at++) {
      String digest = EMPTY_SHA256.substring(0, at) + wrong + EMPTY_SHA256.substring(at + 1);
      assertThat(Digests.valid(digest)).as(digest).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 63, 65})
  void another_length_makes_a_digest_invalid(int length) {
    assertThat(Digests.valid("0".repeat(length))).isFalse();
  }
}
