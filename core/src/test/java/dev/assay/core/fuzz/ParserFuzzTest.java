package dev.assay.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A short run of the fuzzer with fixed seeds; longer ones are {@code ./dev fuzz parsers}. */
class ParserFuzzTest {

  @Test
  void damagedEnvelopesNotesAndProofsAreRefusedWithTheirCodesOrReadAsTheyAreWritten() {
    Set<String> outcomes = new TreeSet<>();

    for (long seed = 0; seed < 40_000; seed++) {
      outcomes.add(ParserFuzz.read(seed));
    }

    assertThat(outcomes)
        .containsExactly(
            "checkpoint checkpoint-invalid",
            "checkpoint read",
            "envelope envelope-invalid",
            "envelope read",
            "note note-invalid",
            "note read",
            "proof proof-invalid",
            "proof read");
  }
}
