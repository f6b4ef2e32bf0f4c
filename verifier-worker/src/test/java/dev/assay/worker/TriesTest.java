package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class TriesTest {

  private static final long NOW = 1_000_000_000_000L;

  @Test
  void whatARecordSaysComesBackFromItsHeaders() {
    Tries tries = Tries.NONE.afterOutage(NOW).afterOutage(NOW);
    RecordHeaders headers = new RecordHeaders();
    tries
        .headers()
        .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));

    assertThat(Tries.of(headers)).isEqualTo(tries);
    assertThat(Tries.NONE.headers()).isEmpty();
  }

  @Test
  void eachOutageIsFollowedByALongerWaitUpToABound() {
    Tries tries = Tries.NONE;
    long before = 0;
    for (int i = 0; i < 2 * WorkerLimits.OUTAGE_TRIES_MAX; i++) {
      tries = tries.afterOutage(NOW);
      long wait = tries.notBeforeMillis() - NOW;
      assertThat(wait).isBetween(before, WorkerLimits.OUTAGE_PAUSE_MAX.toMillis());
      assertThat(tries.due(NOW)).isFalse();
      assertThat(tries.due(NOW + wait)).isTrue();
      before = wait;
    }
  }

  @Test
  void headersThatAStrangerWroteHoldNothingUp() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("assay-outages", "many".getBytes(StandardCharsets.UTF_8));
    headers.add("assay-failures", null);
    headers.add("assay-not-before", "999999999999999999".getBytes(StandardCharsets.UTF_8));

    Tries tries = Tries.of(headers);

    assertThat(tries.outages()).isZero();
    assertThat(tries.failures()).isZero();
    assertThat(tries.due(NOW)).isTrue();
  }
}
