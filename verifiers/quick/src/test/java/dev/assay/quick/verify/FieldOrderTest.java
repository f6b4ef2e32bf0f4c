package dev.assay.quick.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldOrderTest {

  @Test
  void asciiNamesAreOrderedAsIcuOrdersThem() {
    Random random = new Random(7);
    for (int round = 0; round < 200_000; round++) {
      String left = name(random);
      String right = name(random);

      assertThat(Integer.signum(FieldOrder.compareAscii(left, right)))
          .as("'%s' against '%s'", left, right)
          .isEqualTo(Integer.signum(FieldOrder.Icu.ORDER.compare(left, right)));
    }
  }

  @Test
  void underscoresComeFirstThenDigitsThenLettersWithoutRegardToCase() {
    assertThat(FieldOrder.sorted(List.of("b_col", "B2", "a2", "_z", "a10", "0x")))
        .containsExactly("_z", "0x", "a10", "a2", "b_col", "B2");
  }

  @Test
  void accentsComeAfterTheirBaseLetter() {
    assertThat(FieldOrder.sorted(List.of("z", "\u00e9", "f", "e")))
        .containsExactly("e", "\u00e9", "f", "z");
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    int length = random.nextInt(5);
    for (int i = 0; i < length; i++) {
      name.append(
          random.nextBoolean() ? "aAbB_1".charAt(random.nextInt(6)) : (char) random.nextInt(0x80));
    }
    return name.toString();
  }
}
