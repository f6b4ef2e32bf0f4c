package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedTest {

  @Test
  void byUseWhatWasNotMetForLongestIsForgottenFirst() {
    Map<String, Boolean> met = Bounded.map(2, true);
    met.put("a", true);
    met.put("b", true);

    assertThat(met.get("a")).isTrue();
    met.put("c", true);

    assertThat(met.get("a")).isTrue();
    assertThat(met.get("b")).isNull();
    assertThat(met.get("c")).isTrue();
  }

  @Test
  void otherwiseWhatWasPutInFirstIsForgottenFirst() {
    Map<String, Boolean> met = Bounded.map(2, false);
    met.put("a", true);
    met.put("b", true);

    assertThat(met.get("a")).isTrue();
    met.put("c", true);

    assertThat(met.get("a")).isNull();
    assertThat(met.get("b")).isTrue();
    assertThat(met.get("c")).isTrue();
  }
}
