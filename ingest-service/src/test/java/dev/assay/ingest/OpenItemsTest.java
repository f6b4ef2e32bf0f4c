package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.http.Principal;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItem;
import dev.assay.service.StoreReads;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenItemsTest {

  private static final Principal AGENT =
      new Principal("agent", Set.of(Role.SUBMIT), Set.of("shop"));
  private static final Principal OTHER =
      new Principal("other", Set.of(Role.SUBMIT), Set.of("shop"));
  private static final Principal OPERATOR = new Principal("operator", Set.of(Role.OPERATE), null);

  private final AtomicLong nanos = new AtomicLong();
  private final Set<String> settled = new HashSet<>();
  private final OpenItems open =
      new OpenItems(new Kept(), new IngestLimits(1, 100, 1, 1, 1, 60, 1_000, 2), nanos::get);

  /** Keeps nothing but what is settled. */
  private final class Kept implements StoreReads {

    @Override
    public AutoCloseable onDecision(Consumer<Decision> listener) {
      return () -> {};
    }

    @Override
    public AutoCloseable onRefusal(Predicate<String> wanted, Consumer<WorkItem> listener) {
      return () -> {};
    }

    @Override
    public List<Decision> decisions(String approval) {
      return List.of();
    }

    @Override
    public boolean names(Set<String> fleets, String sha256) {
      return false;
    }

    @Override
    public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
      return Optional.empty();
    }

    @Override
    public Optional<String> fleetOf(String workItem) {
      return Optional.empty();
    }

    @Override
    public boolean isSettled(String workItem) {
      return settled.contains(workItem);
    }
  }

  private void send(Principal sender, String workItem) {
    open.sent(event(sender, workItem));
  }

  private static ExecutionEvent event(Principal sender, String workItem) {
    return TestIngest.event("e-" + workItem, workItem, new Agent("shop", "a", null))
        .by(sender.id());
  }

  private void decide(String workItem, DecisionKind kind) {
    open.decided(
        new Decision(
            Digests.sha256Hex(workItem + kind),
            workItem,
            1,
            kind,
            List.of(),
            List.of(),
            null,
            Mood.CALM,
            Mood.CALM,
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            null,
            Digests.sha256Hex(workItem),
            "e-1",
            null,
            "2026-11-24T10:00:00Z",
            1));
  }

  @Test
  void aPrincipalHasSoManyWorkItemsOpenAndNobodyElseIsRefused() {
    send(AGENT, "one");
    send(AGENT, "two");
    send(OPERATOR, "three");

    assertThat(open.refusal(AGENT, "new")).map(Rejection::code).hasValue(ErrorCode.QUOTA_EXCEEDED);
    assertThat(open.refusal(AGENT, "two")).as("a further attempt").isEmpty();
    assertThat(open.refusal(OTHER, "new")).isEmpty();
    assertThat(open.refusal(OPERATOR, "new")).isEmpty();
  }

  @Test
  void whatIsSettledMakesRoomAndARetryDoesNot() {
    send(AGENT, "one");
    send(AGENT, "two");

    decide("one", DecisionKind.RETRY);
    assertThat(open.refusal(AGENT, "new")).isPresent();
    decide("one", DecisionKind.PROMOTE);
    assertThat(open.refusal(AGENT, "new")).isEmpty();
  }

  @Test
  void afterARestartWhatWasSettledBeforeIsLookedUp() {
    send(AGENT, "one");
    send(AGENT, "two");
    settled.add("two");

    assertThat(open.refusal(AGENT, "new")).isEmpty();
  }

  @Test
  void aWorkItemIsOpenForWhoSentLastAlone() {
    send(AGENT, "one");
    send(AGENT, "two");
    send(OTHER, "two");

    assertThat(open.refusal(AGENT, "new")).isEmpty();
  }

  @Test
  void eachRefusalLooksFurther() {
    OpenItems many =
        new OpenItems(new Kept(), new IngestLimits(1, 1_000, 1, 1, 1, 60, 1_000, 100), nanos::get);
    for (int i = 0; i < 100; i++) {
      many.sent(event(AGENT, "item-" + i));
    }
    settled.add("item-99");

    assertThat(many.refusal(AGENT, "new")).as("64 are looked up").isPresent();
    assertThat(many.refusal(AGENT, "new")).isEmpty();
  }

  @Test
  void whatWasGivenUpMakesRoomAfterADay() {
    send(AGENT, "one");
    send(AGENT, "two");

    nanos.addAndGet(TimeUnit.HOURS.toNanos(25));

    assertThat(open.refusal(AGENT, "new")).isEmpty();
  }
}
