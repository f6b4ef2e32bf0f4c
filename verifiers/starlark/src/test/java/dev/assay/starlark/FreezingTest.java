package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a module holds after its run can be read by everybody and changed by nobody. */
class FreezingTest {
  private static final String MODULE =
      """
      items = [1, [2]]
      table = {"a": [1]}
      names = set(["a"])
      pair = ([1], 2)
      def remember(seen = []):
          def add(x):
              seen.append(x)
              return seen
          return add
      add = remember()
      def push(): items.append(1)
      def push_inner(): items[1].append(1)
      def put(): table["b"] = 1
      def put_inner(): table["a"].append(1)
      def grow(): names.add("b")
      def through_tuple(): pair[0].append(1)
      def assign(): items[0] = 2
      def use_default(): add(1)
      def clear(): table.clear()
      def total(): return len(items) + len([k for k in table]) + len(sorted(names))
      """;

  @ParameterizedTest
  @CsvSource({
    "push, cannot append to frozen list",
    "push_inner, cannot append to frozen list",
    "put, cannot insert into frozen dict",
    "put_inner, cannot append to frozen list",
    "grow, cannot insert into frozen set",
    "through_tuple, cannot append to frozen list",
    "assign, cannot assign to element of frozen list",
    "use_default, cannot append to frozen list",
    "clear, cannot clear frozen dict"
  })
  void aModulesVariablesCannotChangeAfterItsRun(String function, String message) {
    StarlarkModule module = Scripts.run(MODULE);

    assertThatThrownBy(() -> module.call(Scripts.evaluation(Scripts.LIMITS), function))
        .isInstanceOf(StarlarkError.Script.class)
        .hasMessageContaining(message);
  }

  @Test
  void oneModuleServesManyThreadsAtOnce() throws Exception {
    StarlarkModule module = Scripts.run(MODULE);
    var results = new ArrayList<Future<String>>();

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2_000; i++) {
        results.add(
            threads.submit(
                () -> String.valueOf(module.call(Scripts.evaluation(Scripts.LIMITS), "total"))));
      }
    }

    for (Future<String> result : results) {
      assertThat(result.get()).isEqualTo("4");
    }
  }

  @Test
  void whatTheHostPassesToACallMayBeChangedByTheScript() {
    StarlarkModule module = Scripts.run("def run(l):\n    l.append(2)\n    return l");
    Evaluation evaluation = Scripts.evaluation(Scripts.LIMITS);
    StarlarkValue list = Values.fromJava(List.of(1), evaluation.budget());

    assertThat(Values.toJava(module.call(evaluation, "run", list), evaluation.budget()))
        .isEqualTo(List.of(1L, 2L));
  }

  @Test
  void whatTheHostPredeclaresIsFrozen() {
    StarlarkDict args = StarlarkDict.of(Map.of("path", StarlarkString.of("x")));
    var program = StarlarkProgram.compile("t", "args['y'] = 1", Scripts.LIMITS, List.of("args"));

    assertThatThrownBy(() -> program.run(Map.of("args", args), Scripts.evaluation(Scripts.LIMITS)))
        .hasMessageContaining("cannot insert into frozen dict");
  }
}
