package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** What is known of an endpoint's past. */
class RememberedTest {

  private static final InstantSource NOON =
      InstantSource.fixed(Instant.parse("2026-11-25T12:00:00Z"));

  @Test
  void anEndpointThatBeganByAClockInTheFutureBeginsNow() {
    Begun begun = new Begun(NOON);

    begun.committed(new Begun(InstantSource.fixed(Instant.parse("2036-01-01T00:00:00Z"))).mark());

    assertThat(begun.covers("2026-11-25T12:00:00.000Z")).isTrue();
    assertThat(begun.mark()).isEqualTo(new Begun(NOON).mark());
  }

  @Test
  void anEndpointThatBeganEarlierStillHasWhatCameSince() {
    Begun begun = new Begun(NOON);

    begun.committed(new Begun(InstantSource.fixed(Instant.parse("2026-11-24T12:00:00Z"))).mark());

    assertThat(begun.covers("2026-11-24T12:00:00.000Z")).isTrue();
    assertThat(begun.covers("2026-11-24T11:59:59.999Z")).isFalse();
    assertThat(begun.readsAgain()).isFalse();
  }
}
