package dev.assay.store.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NewestDecisionsTest {

  private final NewestDecisions decisions = new NewestDecisions();

  @Test
  void nobodyWaitsForAWorkItemThatIsUnderWay() {
    assertThat(decisions.isAwaited(key("under/way"), false)).isFalse();
  }

  @Test
  void aDecisionIsAwaitedAndWhatIsReadOfItsWorkItemBehindIt() {
    assertThat(decisions.isAwaited(key("w"), true)).isTrue();

    assertThat(decisions.isAwaited(key("w"), false)).isTrue();
    assertThat(decisions.isAwaited(key("other"), false)).isFalse();
  }

  @Test
  void onlyTheNewestAreRemembered() {
    decisions.isAwaited(key("old"), true);
    for (int i = 0; i < NewestDecisions.REMEMBERED_MAX; i++) {
      decisions.isAwaited(key("w" + i), true);
    }

    assertThat(decisions.isAwaited(key("old"), false)).isFalse();
    assertThat(decisions.isAwaited(key("w0"), false)).isTrue();
  }

  @Test
  void aWorkItemThatIsDecidedAgainIsAmongTheNewest() {
    decisions.isAwaited(key("again"), true);
    for (int i = 1; i < NewestDecisions.REMEMBERED_MAX; i++) {
      decisions.isAwaited(key("w" + i), true);
    }
    decisions.isAwaited(key("again"), true);

    decisions.isAwaited(key("one more"), true);

    assertThat(decisions.isAwaited(key("again"), false)).isTrue();
  }

  @Test
  void aRecordWithoutKeyIsAwaitedWhenItIsADecision() {
    assertThat(decisions.isAwaited(null, true)).isTrue();
    assertThat(decisions.isAwaited(null, false)).isFalse();
  }

  private static byte[] key(String workItem) {
    return workItem.getBytes(StandardCharsets.UTF_8);
  }
}
