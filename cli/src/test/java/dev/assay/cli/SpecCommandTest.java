package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that a specification names is there, and each tells its own usage errors. */
class SpecCommandTest {

  private record Ended(int exit, String out, String err) {}

  private static Ended run(String word, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Objects.requireNonNull(SpecCommand.find(word))
            .run(
                List.of(args),
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Ended(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quick",
        "check",
        "enforce",
        "cf-verify",
        "verify",
        "runs",
        "delegate",
        "hook",
        "init",
        "ci"
      })
  void everySpecifiedCommandIsThereAndShowsItsHelp(String word) {
    Ended ended = run(word, "--help");

    assertThat(ended.exit()).isZero();
    assertThat(ended.out() + ended.err()).contains("assay " + word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quick", "check", "enforce"})
  void aSqlCommandWithoutFlagsEndsWithOneErrorEnvelope(String word) {
    Ended ended = run(word);

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().contains("\"code\":\"CLI_USAGE\"");
  }

  @Test
  void anUnknownWordIsNotASpecifiedCommand() {
    assertThat(SpecCommand.find("quicker")).isNull();
  }
}
