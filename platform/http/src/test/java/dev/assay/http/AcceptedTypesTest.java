package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedTypesTest {

  private static final List<String> OFFERED = List.of("application/a", "application/b", "text/c");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*                                  | application/a application/b text/c",
        "Text/C                               | text/c",
        "text/c;charset=utf-8;q=0.5, text/d   | text/c",
        "application/b, */*                   | application/b application/a text/c",
        "application/b, */*;q=0.1             | application/b application/a text/c",
        "application/b;q=0.2, application/*   | application/a application/b",
        "application/a;q=0, */*               | application/b text/c",
        "*/*;q=0                              | ''",
        "image/png                            | ''",
        "text, /, *, ;q=1, text/              | ''",
        "text/c;q=2                           | text/c",
      })
  void theMostWantedTypeComesFirst(String header, String ranked) {
    assertThat(String.join(" ", AcceptedTypes.of(Optional.of(header)).ranked(OFFERED)))
        .isEqualTo(ranked);
  }

  @Test
  void withoutAHeaderEverythingIsAccepted() {
    assertThat(AcceptedTypes.of(Optional.empty()).ranked(OFFERED)).isEqualTo(OFFERED);
    assertThat(AcceptedTypes.of(Optional.of("  ")).ranked(OFFERED)).isEqualTo(OFFERED);
  }

  @Test
  void aHeaderOfVeryManyRangesIsReadAsFarAsTheBound() {
    String many = "image/png,".repeat(32) + "text/c";

    assertThat(AcceptedTypes.of(Optional.of(many)).ranked(OFFERED)).isEmpty();
  }
}
