package dev.assay.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureQueryTest {

  private static final Instant MIDDAY = Instant.parse("2026-01-02T12:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT1S, PT1H, 2026-01-02T12:00:00Z, 1",
    "PT30M, PT1H, 2026-01-02T12:00:00Z, 1",
    "PT30M0.001S, PT1H, 2026-01-02T12:00:00Z, 2",
    "PT72H, PT1H, 2026-01-02T12:00:00Z, 73",
    "PT72H0.001S, PT24H, 2026-01-02T00:00:00Z, 4",
    "P7D, PT24H, 2026-01-02T00:00:00Z, 8",
    "P366D, PT24H, 2026-01-02T00:00:00Z, 367",
  })
  void aWindowIsCoveredByHoursOrDays(Duration window, Duration bucket, Instant first, int buckets) {
    FailureQuery query = new FailureQuery(null, MIDDAY, MIDDAY.plus(window));

    assertThat(query.bucket()).isEqualTo(bucket);
    assertThat(query.firstBucket()).isEqualTo(first);
    assertThat(query.buckets()).isEqualTo(buckets);
    assertThat(query.bucketOf(MIDDAY)).isZero();
  }

  @Test
  void aTimeBeforeTheEpochHasABucket() {
    Instant since = Instant.parse("1969-12-31T22:30:00Z");
    FailureQuery query = new FailureQuery(null, since, Instant.parse("1970-01-01T01:00:00Z"));

    assertThat(query.firstBucket()).isEqualTo("1969-12-31T22:00:00Z");
    assertThat(query.bucketOf(Instant.EPOCH)).isEqualTo(2);
    assertThat(query.buckets()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "PT-1S", "PT8784H0.000000001S"})
  void aWindowThatIsNoneOrTooLongIsRefused(Duration window) {
    assertThatThrownBy(() -> new FailureQuery(null, MIDDAY, MIDDAY.plus(window)))
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_QUERY));
  }
}
