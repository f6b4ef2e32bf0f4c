package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.assay.schemas.RejectedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "a.xml, a.xml, true",
    "a.xml, b/a.xml, false",
    "*.xml, a.xml, true",
    "*.xml, b/a.xml, false",
    "**/*.xml, a.xml, true",
    "**/*.xml, b/c/a.xml, true",
    "**/r/*.xml, r/a.xml, true",
    "**/r/*.xml, xr/a.xml, false",
    "t/**/r/*.xml, t/r/a.xml, true",
    "t/**/r/*.xml, t/a/b/r/a.xml, true",
    "t/**/r/*.xml, tr/a.xml, false",
    "t/**, t/a/b, true",
    "t/**, t, false",
    "a?c, abc, true",
    "a?c, a/c, false",
    "[a-c]x, bx, true",
    "[!a-c]x, bx, false",
    "[!a-c]x, dx, true",
    "[!a]x, /x, false",
    "[]]x, ]x, true",
    "'{a,b}/*.{xml,json}', b/r.json, true",
    "'{a,b}/*.{xml,json}', c/r.json, false",
    "'a{,b}', a, true",
    "*, .hidden, true",
    "a.b, axb, false",
    "Ü?, Üé, true",
  })
  void aPatternNamesWhatItSays(String glob, String path, boolean named) {
    assertThat(Glob.of(glob).matches(path)).isEqualTo(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[", "[a", "{a", "a}", "{a,{b,c}}", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"})
  void whatIsNoPatternIsRefused(String text) {
    assertThatThrownBy(() -> Glob.of(text))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("expected a pattern, found '" + text + "' with ");
  }

  @Test
  void noPatternTakesLongForANameThatItDoesNotFit() {
    Glob many = Glob.of("*a".repeat(127) + "*b");
    Glob deep = Glob.of("**/".repeat(80) + "*b");

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (int i = 0; i < 20; i++) {
            assertThat(many.matches("a".repeat(250))).isFalse();
            assertThat(deep.matches("a/".repeat(1_000) + "a")).isFalse();
          }
        });
  }
}
