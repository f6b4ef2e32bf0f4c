package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.http.Principal;
import dev.assay.http.Role;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuotasTest {

  private static final Principal AGENT =
      new Principal("agent", Set.of(Role.SUBMIT), Set.of("shop"));
  private static final Principal OTHER =
      new Principal("other", Set.of(Role.SUBMIT), Set.of("shop"));
  private static final Principal OPERATOR = new Principal("operator", Set.of(Role.OPERATE), null);

  private final AtomicLong nanos = new AtomicLong();
  private final Quotas quotas =
      new Quotas(new IngestLimits(1, 1, 1, 1, 1, 60, 1_000, 10), nanos::get);

  @Test
  void afterItsEventsAPrincipalWaitsAndNobodyElse() {
    for (int i = 0; i < 60; i++) {
      assertThat(quotas.event(AGENT)).isEmpty();
    }

    assertThat(quotas.event(AGENT)).map(Rejection::code).hasValue(ErrorCode.QUOTA_EXCEEDED);
    assertThat(quotas.event(OTHER)).isEmpty();
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_100));
    assertThat(quotas.event(AGENT)).isEmpty();
    assertThat(quotas.event(AGENT)).isPresent();
  }

  @Test
  void anUploadThatTakesTheRestIsPaidBackWithTime() {
    assertThat(quotas.upload(AGENT)).isEmpty();
    quotas.uploaded(AGENT, 2_000);

    assertThat(quotas.upload(AGENT)).map(Rejection::code).hasValue(ErrorCode.QUOTA_EXCEEDED);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThat(quotas.upload(AGENT)).isPresent();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(quotas.upload(AGENT)).isEmpty();
  }

  @Test
  void whoActsForAllFleetsHasNoQuota() {
    quotas.uploaded(OPERATOR, 1_000_000);
    for (int i = 0; i < 100; i++) {
      assertThat(quotas.event(OPERATOR)).isEmpty();
    }
    assertThat(quotas.upload(OPERATOR)).isEmpty();
  }
}
