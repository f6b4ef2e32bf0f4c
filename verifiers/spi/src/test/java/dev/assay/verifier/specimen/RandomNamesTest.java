package dev.assay.verifier.specimen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RandomNamesTest {

  private static final int CHARS = 4_000_000;

  /** The scan takes a credential in which such a word stands for a placeholder. */
  @Test
  void aDrawnTokenNeverSpellsAPlaceholder() {
    String drawn = RandomNames.alphanumeric(new Random(20_261_122), CHARS).toLowerCase(Locale.ROOT);

    assertThat(drawn.contains("fake")).as("fake").isFalse();
    assertThat(drawn.contains("your")).as("your").isFalse();
    assertThat(drawn.contains("xxxx")).as("xxxx").isFalse();
    assertThat(drawn.chars().distinct().mapToObj(Character::toString))
        .as("letters of the words that the scan takes for placeholders, and its digit")
        .doesNotContain("a", "e", "i", "o", "u", "x", "0");
  }
}
