package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a host sees: programs, modules, host functions, conversions and errors. */
class EmbeddingTest {
  private static final String SHAPE_CHECK =
      """
      def run(result):
          out = result.get("response", "")
          parsed = json.decode(out, default=None)
          if parsed == None:
              return json.encode({"verified": False, "reason": "response is not valid JSON"})
          if "id" not in parsed:
              return json.encode({"verified": False, "reason": "response missing required 'id' field"})
          return json.encode({"verified": True})
      """;

  private static String verdict(String response) {
    var program =
        StarlarkProgram.compile("shape.star", SHAPE_CHECK, Scripts.LIMITS, List.of("json"));
    Evaluation evaluation = Scripts.evaluation(Scripts.LIMITS);
    StarlarkModule module = program.run(Map.of("json", JsonModule.create()), evaluation);
    StarlarkValue result = Values.fromJava(Map.of("response", response), evaluation.budget());
    return Values.str(module.call(evaluation, "run", result), evaluation.budget());
  }

  @Test
  void aVerifierReadsADictAndReturnsJson() {
    assertThat(verdict("{\"id\": 7}")).isEqualTo("{\"verified\":true}");
    assertThat(verdict("oops"))
        .isEqualTo("{\"reason\":\"response is not valid JSON\",\"verified\":false}");
    assertThat(verdict("{}")).contains("missing required 'id' field");
  }

  @Test
  void aHostFunctionReadsItsArgumentsByName() {
    StarlarkValue greet =
        StarlarkBuiltin.of(
            "greet",
            Signature.of("name", "times?", "*", "loud?"),
            (_, a) ->
                StarlarkString.of(
                    a.string("name").repeat(a.integer("times", 1)) + a.bool("loud", false)));
    String source = "x = [greet('a'), greet(name='b', times=2), greet('c', loud=True)]";
    var program = StarlarkProgram.compile("t", source, Scripts.LIMITS, List.of("greet"));

    StarlarkModule module = program.run(Map.of("greet", greet), Scripts.evaluation(Scripts.LIMITS));

    assertThat(String.valueOf(module.find("x"))).isEqualTo("[\"afalse\", \"bbfalse\", \"ctrue\"]");
  }

  @Test
  void anExceptionOfAHostFunctionIsAScriptErrorAtTheCallWithItsCause() {
    StarlarkValue broken =
        StarlarkBuiltin.of(
            "fs.stat",
            Signature.none(),
            (_, _) -> {
              throw new IOException("disk on fire");
            });
    var program =
        StarlarkProgram.compile("t.star", "\nx = broken()", Scripts.LIMITS, List.of("broken"));

    assertThatThrownBy(
            () -> program.run(Map.of("broken", broken), Scripts.evaluation(Scripts.LIMITS)))
        .isInstanceOfSatisfying(
            StarlarkError.Script.class,
            e -> {
              assertThat(e).hasMessage("fs.stat: IOException: disk on fire");
              assertThat(e).hasCauseInstanceOf(IOException.class);
              assertThat(String.valueOf(e.position())).isEqualTo("t.star:2:11");
              assertThat(e.code()).isEqualTo("starlark-runtime");
            });
  }

  @Test
  void javaValuesSurviveTheWayInAndOut() {
    Evaluation evaluation = Scripts.evaluation(Scripts.LIMITS);
    Map<String, Object> original = Map.of("a", List.of(1L, 2.5, "x", true), "b", Map.of("c", 3L));

    StarlarkValue inside = Values.fromJava(original, evaluation.budget());

    assertThat(Values.toJava(inside, evaluation.budget())).isEqualTo(original);
  }

  @Test
  void callingAFunctionTheScriptDoesNotDefineIsAScriptError() {
    StarlarkModule module = Scripts.run("run = 3");

    assertThatThrownBy(() -> module.call(Scripts.evaluation(Scripts.LIMITS), "run"))
        .isInstanceOf(StarlarkError.Script.class)
        .hasMessageContaining("expected the script to define a function run, found int");
  }

  @Test
  void aRecordIsReadByFieldAndByIndex() {
    StarlarkValue stat = StarlarkStruct.record("stat", Map.of("size", StarlarkInt.of(5)));
    String source = "x = [stat.size, stat['size'], 'size' in stat, 'mode' in stat]";
    var program = StarlarkProgram.compile("t", source, Scripts.LIMITS, List.of("stat"));

    StarlarkModule module = program.run(Map.of("stat", stat), Scripts.evaluation(Scripts.LIMITS));

    assertThat(String.valueOf(module.find("x"))).isEqualTo("[5, 5, True, False]");
  }
}
