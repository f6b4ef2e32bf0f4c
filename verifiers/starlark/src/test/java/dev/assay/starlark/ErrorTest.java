package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What people read when a script is wrong. */
class ErrorTest {
  @Test
  void aBacktraceNamesEveryActiveCallOutermostFirst() {
    String source =
        """
        def inner(x):
            return x["missing"]
        def outer():
            return [inner(v) for v in [{}]]
        outer()
        """;

    assertThat(Scripts.failure(source).backtrace())
        .isEqualTo(
            """
            Traceback (most recent call last):
              test.star:5:6: in <toplevel>
              test.star:4:18: in outer
              test.star:2:13: in inner
            Error: key "missing" not in dict\
            """);
  }

  @Test
  void aFailureInsideABuiltInPointsToTheCall() {
    StarlarkError error = Scripts.failure("x = [1]\ny = ', '.join(x)");

    assertThat(String.valueOf(error.position())).isEqualTo("test.star:2:14");
    assertThat(error.frames())
        .extracting(StarlarkError.TraceFrame::function)
        .containsExactly("join", "<toplevel>");
  }

  @Test
  void aSyntaxErrorSaysWhatWasExpectedAndWhatWasFound() {
    StarlarkError error = Scripts.failure("def f(x:\n    pass");

    assertThat(error).isInstanceOf(StarlarkError.Syntax.class);
    assertThat(error).hasMessage("syntax error: expected ')' or ',' in parameters, found ':'");
    assertThat(String.valueOf(error.position())).isEqualTo("test.star:1:8");
    assertThat(error.code()).isEqualTo("starlark-syntax");
  }

  @Test
  void aMessageIsCutToItsBound() {
    StarlarkError error = Scripts.failure("fail('x' * 100000)");

    assertThat(String.valueOf(error.getMessage()))
        .startsWith("fail: xxx")
        .endsWith("... (100006 characters)")
        .hasSizeLessThan(StarlarkError.MESSAGE_CHARS_MAX + 100);
  }

  @Test
  void printedLinesReachTheHostInOrder() {
    assertThat(Scripts.printed("print('a', 1, [None])\nprint('b', 'c', sep = '-')"))
        .containsExactly("a 1 [None]", "b-c");
  }

  @Test
  void aCaughtBudgetErrorOfADecodeIsNotHiddenByItsDefault() {
    assertThat(Scripts.failure("x = json.decode('[' * 9000, default = None)"))
        .isInstanceOf(StarlarkError.Exhausted.class);
  }
}
