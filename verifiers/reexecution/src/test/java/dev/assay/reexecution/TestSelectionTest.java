package dev.assay.reexecution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestSelectionTest {

  private static final List<String> FLAGS =
      List.of(
          "-Dtest=",
          "-Dsurefire.",
          "-run",
          "--exact",
          "--test-name-pattern=",
          "--testNamePattern=");

  private static Optional<List<String>> alone(String runner, String... tests) {
    return TestSelection.parse(runner)
        .orElseThrow()
        .alone(List.of("run", "all"), Set.of(tests), "tests/test_cart.py"::equals);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pytest   | tests.test_cart test_total           | run all tests/test_cart.py::test_total",
        "pytest   | tests.test_cart.TestCart test_a[eur-1.5] | run all"
            + " tests/test_cart.py::TestCart::test_a[eur-1.5]",
        "surefire | shop.CartTest total                  | run all -Dtest=shop.CartTest#total"
            + " -Dsurefire.failIfNoSpecifiedTests=false",
        "surefire | shop.CartTest$Tax total(int)[1]      | run all -Dtest=shop.CartTest$Tax#total"
            + " -Dsurefire.failIfNoSpecifiedTests=false",
        "go       | shop TestTotal/with_tax              | run all -run ^(TestTotal)$",
        "cargo    | shop cart::tests::total              | run all -- --exact cart::tests::total",
        "cargo    | cart::tests total                    | run all -- --exact cart::tests::total",
        "cargo    | crate total                          | run all -- --exact total",
        "cargo    | integration total                    | run all -- --exact total",
        "node     | test adds 2.5                        | run --test-name-pattern=^adds 2\\.5$ all",
        "jest     | cart adds numbers                    | run all"
            + " --testNamePattern=(adds numbers)$",
      })
  void aTestIsAskedForByItsName(String runner, String test, String command) {
    assertThat(String.join(" ", alone(runner, test).orElseThrow())).isEqualTo(command);
  }

  @Test
  void severalTestsAreAskedForTogether() {
    assertThat(alone("go", "shop TestB", "shop TestA").orElseThrow())
        .containsExactly("run", "all", "-run", "^(TestA|TestB)$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-p evil",
        "--help",
        "$(touch /tmp/x)",
        "`id`",
        "a;rm -rf .",
        "a|b",
        "a.*",
        "x y$",
        "(a+)+$",
        "a\nb",
        "tests.test_cart -x",
        "tests.test_cart test_a[$(id)]",
        "tests.test_cart test_a]",
        "../../etc passwd",
        "shop.CartTest total,shop.Other#all",
        "shop.CartTest -DskipTests",
        "shop TestA$|.*",
        "shop cart::tests --nocapture",
        "test -e",
        "test a{9999}",
        "test {",
        "",
        " ",
      })
  void aNameThatIsNoPlainOneIsPartOfNoCommand(String test) {
    for (TestSelection selection : TestSelection.values()) {
      Optional<List<String>> command = alone(selection.label(), test);

      assertThat(command.map(argv -> argv.subList(1, argv.size())))
          .as(selection.label())
          .satisfiesAnyOf(
              none -> assertThat(none).isEmpty(),
              some ->
                  assertThat(some.orElseThrow())
                      .allMatch(argument -> argument.matches("[A-Za-z0-9_:./,=#^()$\\\\ -]+"))
                      .filteredOn(argument -> argument.startsWith("-"))
                      .allMatch(
                          flag -> flag.equals("--") || FLAGS.stream().anyMatch(flag::startsWith)));
    }
  }

  @Test
  void oneStrangeNameMakesTheWholeCommandRunAgain() {
    assertThat(alone("go", "shop TestA", "shop Test;B")).isEmpty();
  }

  @Test
  void tooManyTestsAreRunWithAllOthers() {
    String[] tests =
        IntStream.rangeClosed(0, ReexecutionLimits.TESTS_ALONE_MAX)
            .mapToObj(i -> "shop Test" + i)
            .toArray(String[]::new);

    assertThat(alone("go", tests)).isEmpty();
  }

  @Test
  void aPytestNodeIsAFileOfTheWorkspace() {
    assertThat(alone("pytest", "other.test_cart test_total")).isEmpty();
  }
}
