package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

  /** The JDK's way to write and read the same form. */
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Test
  void timesAreWrittenAndReadAsTheJdkDoes() {
    SplittableRandom random = new SplittableRandom(7);
    long first = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
    long last = Instant.parse("+10000-01-02T00:00:00Z").toEpochMilli();
    for (int i = 0; i < 20_000; i++) {
      Instant instant = Instant.ofEpochMilli(random.nextLong(first, last));
      String text = FORMAT.format(instant);

      assertThat(Times.text(instant)).isEqualTo(text);
      assertThat(Times.text(instant.toEpochMilli())).isEqualTo(text);
      if (!text.startsWith("+")) {
        assertThat(Times.instant(text)).isEqualTo(instant);
        assertThat(Times.epochMillis(text)).isEqualTo(instant.toEpochMilli());
        assertThat(Times.canonical("time", text)).isEqualTo(text);
      }
    }
  }

  @Test
  void whatIsBelowAMillisecondIsCutOff() {
    assertThat(Times.text(Instant.parse("2026-11-21T10:00:00.999999999Z")))
        .isEqualTo("2026-11-21T10:00:00.999Z");
    assertThat(Times.text(Instant.parse("1969-12-31T23:59:59.999999999Z")))
        .isEqualTo("1969-12-31T23:59:59.999Z");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T10:00:00Z, 2026-11-21T10:00:00.000Z",
    "2026-11-21T10:00:00.1234567+01:30, 2026-11-21T08:30:00.123Z",
    "2024-02-29T23:59:59.999Z, 2024-02-29T23:59:59.999Z",
    "-0001-11-21T10:00:00.000Z, ",
    "+12026-11-21T10:00:00.000Z, ",
    "2026-02-29T10:00:00.000Z, ",
    "2026-13-01T10:00:00.000Z, ",
    "2026-11-21T10:60:00.000Z, ",
    "2026-11-21T23:59:60.000Z, ",
    "2026-11-21t10:00:00.000, ",
    "2026-11-21 10:00:00.000Z, ",
    "２026-11-21T10:00:00.000Z, "
  })
  void timesOfEventsBecomeCanonicalOrAreRefused(String text, String canonical) {
    if (canonical == null) {
      assertThatThrownBy(() -> Times.canonical("time", text))
          .isInstanceOf(RejectedException.class)
          .hasMessageContaining("expected an RFC 3339 time in time");
    } else {
      assertThat(Times.canonical("time", text)).isEqualTo(canonical);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00.000Z",
    "-1, 1969-12-31T23:59:59.999Z",
    "253402300799999, 9999-12-31T23:59:59.999Z",
    "253402300800000, 9999-12-31T23:59:59.999Z",
    "9223372036854775807, 9999-12-31T23:59:59.999Z",
    "-62167219200000, 0000-01-01T00:00:00.000Z",
    "-62167219200001, 0000-01-01T00:00:00.000Z",
    "-9223372036854775808, 0000-01-01T00:00:00.000Z"
  })
  void theTimeOfAnyRecordIsOneThatEveryMessageMayCarry(long epochMillis, String text) {
    assertThat(Times.text(epochMillis)).isEqualTo(text);
    assertThat(Times.canonical("time", text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+999999999-12-31T23:59:59.999Z",
        "+10000-01-01T00:00:00Z",
        "-0001-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "9999-12-31T23:59:59.000-12:00",
        "0000-01-01T00:00:00.000+12:00",
        "2026-04-31T10:00:00.000Z",
        "2026-01-00T10:00:00.000Z",
        "1900-02-29T10:00:00.000Z",
        "2026-01-01T10:60:00.000Z",
        "+2026-01-01T10:00:00.000Z",
        "+",
        ""
      })
  void aTimeThatNoStoreHoldsIsNone(String text) {
    assertThatThrownBy(() -> Times.canonical("time", text)).isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> Times.parsed(text)).isInstanceOf(DateTimeException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T24:00:00.000Z",
        "2026-11-21T24:00:00.001Z",
        "2026-11-21T23:59:60.000Z",
        "2026-11-21T10:00:00.000Z",
        "2026-00-21T10:00:00.000Z",
        "2026-11-21T10:00:00.5Z"
      })
  void oddTimesMeanWhatTheyMeanToTheJdk(String text) {
    assertThat(outcome(() -> Times.parsed(text))).isEqualTo(outcome(() -> Instant.parse(text)));
    assertThat(outcome(() -> Times.instant(text)))
        .isEqualTo(outcome(() -> OffsetDateTime.parse(text).toInstant()));
  }

  private interface Reading {
    Instant instant();
  }

  private static String outcome(Reading reading) {
    try {
      return reading.instant().toString();
    } catch (DateTimeException _) {
      return "refused";
    }
  }
}
