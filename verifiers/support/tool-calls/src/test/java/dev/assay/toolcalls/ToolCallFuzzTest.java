package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damages the golden files: whatever comes of it is a trace within its bounds, or a refusal. */
class ToolCallFuzzTest {

  private static final int RUNS = 3_000;
  private static final String SIGNS = "{}[]\",:\\'0e-\u0000\ud800\u00e9 \n";
  private static final List<String> SEEDS =
      Golden.cases().stream()
          .map(golden -> new String(golden.input(), StandardCharsets.UTF_8))
          .toList();

  /** What another type in the place of a value may be. */
  private static final List<String> VALUES =
      List.of("null", "[]", "{}", "[[]]", "{\"id\":1}", "1e999", "\"\"", "true", "-1", "[null]");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noReaderThrows(long seed) {
    Random random = new Random(seed);
    for (int run = 0; run < RUNS; run++) {
      String text = mutated(random);
      switch (ToolCallReader.read(text.getBytes(StandardCharsets.UTF_8))) {
        case Parsed.Rejected<ToolTrace>(var rejection) ->
            assertThat(rejection.detail()).isNotEmpty();
        case Parsed.Accepted<ToolTrace>(ToolTrace trace) -> check(trace);
      }
    }
  }

  private static void check(ToolTrace trace) {
    assertThat(trace.calls()).hasSizeLessThanOrEqualTo(ToolCallLimits.CALLS_MAX);
    assertThat(trace.notes()).hasSizeLessThanOrEqualTo(ToolCallLimits.NOTES_MAX);
    for (ToolCall call : trace.calls()) {
      assertThat(call.paramsState() == ParamsState.PARSED || call.params().isEmpty()).isTrue();
      assertThat(call.bareName()).hasSizeLessThanOrEqualTo(ToolCallLimits.NAME_CHARS_MAX);
    }
    boolean open =
        trace.calls().stream()
            .anyMatch(
                call -> call.outcome().promises() && call.paramsState() != ParamsState.PARSED);
    assertThat(!open || trace.isIncomplete()).isTrue();
  }

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
    if (random.nextInt(4) == 0) {
      text.append('\n').append(SEEDS.get(random.nextInt(SEEDS.size())));
    }
    for (int i = random.nextInt(8); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(4)));
        case 2 -> text.setCharAt(at, SIGNS.charAt(random.nextInt(SIGNS.length())));
        case 3 -> text.setLength(at);
        default -> otherType(random, text, at);
      }
    }
    return text.toString();
  }

  /** Puts a value of another type after the next colon. */
  private static void otherType(Random random, StringBuilder text, int from) {
    int colon = text.indexOf("\":", from);
    if (colon >= 0) {
      int end = colon + 2;
      while (end < text.length() && ",}]".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      text.replace(colon + 2, end, VALUES.get(random.nextInt(VALUES.size())));
    }
  }
}
