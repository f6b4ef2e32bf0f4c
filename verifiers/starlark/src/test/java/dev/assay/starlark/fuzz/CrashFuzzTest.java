package dev.assay.starlark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A short run of the crash fuzzer with a fixed seed; longer ones are {@code ./dev fuzz}. */
class CrashFuzzTest {
  @Test
  void everyDamagedProgramEndsNormallyOrWithATypedErrorThatHasAPlace() {
    var codes = new TreeSet<String>();
    for (long seed = 0; seed < 4_000; seed++) {
      codes.add(CrashFuzz.run(CrashFuzz.damaged(seed)));
    }

    assertThat(codes).contains("ok", "starlark-syntax", "starlark-runtime");
  }

  @Test
  void theSameSeedGivesTheSameProgramAndOutcome() {
    assertThat(CrashFuzz.damaged(7)).isEqualTo(CrashFuzz.damaged(7));
    assertThat(CrashFuzz.run(CrashFuzz.damaged(7))).isEqualTo(CrashFuzz.run(CrashFuzz.damaged(7)));
  }
}
