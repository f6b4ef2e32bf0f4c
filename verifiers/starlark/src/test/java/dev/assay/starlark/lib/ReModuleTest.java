package dev.assay.starlark.lib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkLimits;
import dev.assay.starlark.StarlarkModule;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The {@code re} module over an engine of the JDK, which is good enough for friendly patterns. */
class ReModuleTest {
  private static final StarlarkLimits LIMITS = StarlarkLimits.standard();

  /** An engine for tests only: it is not linear. */
  private record JdkEngine() implements RegexEngine {
    @Override
    public Regex compile(String pattern) {
      Pattern compiled = Pattern.compile(pattern);
      return new Regex() {
        @Override
        public @Nullable Match find(String text, int from, boolean anchored) {
          Matcher matcher = compiled.matcher(text).region(from, text.length());
          if (!(anchored ? matcher.lookingAt() : matcher.find())) {
            return null;
          }
          var starts = new ArrayList<Integer>();
          var ends = new ArrayList<Integer>();
          for (int i = 0; i <= matcher.groupCount(); i++) {
            starts.add(matcher.start(i));
            ends.add(matcher.end(i));
          }
          return new Match(starts, ends);
        }

        @Override
        public Map<String, Integer> groupNames() {
          return compiled.namedGroups();
        }
      };
    }
  }

  private static StarlarkModule run(String source) {
    Map<String, StarlarkValue> modules = Map.of("re", ReModule.create(new JdkEngine()));
    return StarlarkProgram.compile("re.star", source, LIMITS, List.of("re"))
        .run(modules, Evaluation.with(Budget.start(LIMITS, System::nanoTime)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "re.match('(a+)(x)?', 'aab')['groups'] | [\"aa\", None]",
        "re.match('b', 'ab')['matched'] | False",
        "re.search('b', 'ab')['start'] | 1",
        "re.match('(?<n>[0-9]+)', '42x')['named_groups'] | {\"n\": \"42\"}",
        "re.match('a*', 'aab')['full_match'] | \"aa\"",
        "re.find_all('[0-9]+', 'a1b22c333') | [\"1\", \"22\", \"333\"]",
        "re.find_all('x*', 'axb') | [\"\", \"x\", \"\"]",
        "re.split(', *', 'a, b,c') | [\"a\", \"b\", \"c\"]",
        "re.replace('([a-z])([0-9])', '$2$1', 'a1 b2') | \"1a 2b\"",
        "re.replace('(?<k>[a-z])', '<${k}>$$', 'ab') | \"<a>$<b>$\""
      })
  void matchesAreDescribedCollectedAndReplaced(String expression, String expected) {
    String shown = String.valueOf(run("x = repr(" + expression + ")").find("x"));

    assertThat(shown).isEqualTo(expected);
  }

  @Test
  void aBadPatternIsAScriptErrorWithTheEnginesReason() {
    assertThatThrownBy(() -> run("re.match('(', 'a')"))
        .isInstanceOf(StarlarkError.Script.class)
        .hasMessageContaining("re.match: bad pattern: Unclosed group");
  }

  @Test
  void aPatternLongerThanTheCapIsRejected() {
    assertThatThrownBy(() -> run("re.match('a' * 2000, 'a')"))
        .hasMessageContaining("pattern too long: expected at most 1000 characters, found 2000");
  }

  @Test
  void searchingALongTextAgainAndAgainRunsOutOfSteps() {
    String source =
        "def f():\n    t = 'a' * 100000\n    for i in range(1000):\n        re.search('b', t)\nf()";

    assertThatThrownBy(() -> run(source))
        .isInstanceOfSatisfying(
            StarlarkError.Exhausted.class,
            e -> assertThat(e.resource()).isEqualTo(StarlarkError.Resource.STEPS));
  }

  @Test
  void aReplacementNamingNoGroupIsAScriptError() {
    assertThatThrownBy(() -> run("re.replace('a', '$1', 'a')")).hasMessageContaining("no group 1");
    assertThatThrownBy(() -> run("re.replace('a', '${x}', 'a')"))
        .hasMessageContaining("no group named 'x'");
  }
}
