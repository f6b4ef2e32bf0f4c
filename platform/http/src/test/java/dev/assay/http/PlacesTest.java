package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacesTest {

  private final Places units = Places.halved(10, false);

  @Test
  void aCallerHasAtMostItsPartAndTheOthersTheirs() {
    assertThat(units.take("greedy", 3, 0)).isTrue();
    assertThat(units.take("greedy", 3, 0)).isFalse();
    assertThat(units.take("greedy", 2, 0)).isTrue();
    assertThat(units.hasPart("greedy", 1)).isFalse();
    assertThat(units.hasPart("other", 5)).isTrue();
    assertThat(units.take("other", 5, 0)).isTrue();
    assertThat(units.taken()).isEqualTo(10);
    assertThat(units.take("third", 1, 0)).isFalse();
  }

  @Test
  void whatIsGivenBackIsThereForAll() {
    assertThat(units.take("one", 5, 0)).isTrue();
    assertThat(units.take("two", 5, 0)).isTrue();
    units.giveBack("one", 2);

    assertThat(units.take("three", 2, 0)).isTrue();
    assertThat(units.take("one", 1, 0)).isFalse();
    units.giveBack("three", 2);
    assertThat(units.take("one", 2, 0)).isTrue();
    assertThat(units.taken()).isEqualTo(10);
  }

  @Test
  void whoFindsNoPlaceHoldsNone() {
    assertThat(units.take("one", 5, 0)).isTrue();
    assertThat(units.take("two", 5, 0)).isTrue();
    assertThat(units.take("three", 1, 1)).isFalse();
    units.giveBack("one", 5);
    units.giveBack("two", 5);

    assertThat(units.taken()).isZero();
    assertThat(units.take("three", 5, 0)).isTrue();
    assertThat(units.take("one", 5, 0)).isTrue();
  }
}
