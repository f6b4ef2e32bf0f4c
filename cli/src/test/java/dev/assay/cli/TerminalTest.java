package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person at a terminal sees, and a program never. */
class TerminalTest {

  @ParameterizedTest
  @CsvSource({
    "xterm-256color, '', true",
    "xterm-256color, 1, false",
    "dumb, '', false",
  })
  void coloursAreForTerminalsThatWantThem(String term, String none, boolean coloured) {
    assertThat(Terminal.coloured(Map.of("TERM", term, "NO_COLOR", none))).isEqualTo(coloured);
    assertThat(Terminal.coloured(Map.of())).as("no terminal is named").isFalse();
  }

  @Test
  void aTableThatNobodyWatchesHasNoEscapes() {
    StringWriter out = new StringWriter();

    Output.table(
        new PrintWriter(out), List.of("KIND", "FOR"), List.of(List.of("PROMOTE", "\u001b[31mw")));

    assertThat(out.toString()).contains("PROMOTE  ").doesNotContain("\u001b");
  }

  @Test
  void aColourKeepsTheWidthOfItsCell() {
    assertThat(Terminal.colour("HALT   ", "HALT")).isEqualTo("\u001b[31mHALT   \u001b[0m");
    assertThat(Terminal.colour("PASS", "PASS")).isEqualTo("\u001b[32mPASS\u001b[0m");
    assertThat(Terminal.colour("RETRY", "RETRY")).isEqualTo("\u001b[33mRETRY\u001b[0m");
  }
}
