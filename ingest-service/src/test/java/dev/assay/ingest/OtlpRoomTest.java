package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtlpRoomTest {

  @Test
  void onePrincipalLeavesOthersAThirdAndGetsItsShareBack() {
    OtlpRoom room = new OtlpRoom(30);

    int taken = all(room, "slow");
    int others = all(room, "other");

    assertThat(taken).isBetween(20, 21);
    assertThat(others).isPositive();
    assertThat(room.take("slow")).isFalse();

    room.giveBack("other", others);
    room.giveBack("slow", taken);
    assertThat(all(room, "third")).isEqualTo(taken);
  }

  private static int all(OtlpRoom room, String principal) {
    int taken = 0;
    while (room.take(principal)) {
      taken++;
    }
    return taken;
  }
}
