package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of tools that run several others and write before each line whose it is. */
final class PrefixedLogTest {

  static final List<Documents.Pair> LINES =
      Documents.ALL.stream()
          .filter(pair ->
              pair.name().endsWith(" log")
                  || pair.name().equals("TAP")
                  || pair.name().equals("go test -json"))
          .toList();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packages/a test: ",
        ". test: ",
        "01-intro test:unit: ",
        "web:test: ",
        "@shop/web:test:unit: ",
        "//:test: ",
        "web-1  | ",
        "shop_web_1  | ",
        "2026-05-05T10:00:00.1234567Z web:test: ",
        "web-1  | 2026-05-05T10:00:00.123456789Z ",
        "web-1  | packages/a test: ",
        "\u001b[36mweb-1  | \u001b[0m",
        "\u001b[36mweb:test: \u001b[0m",
        "\u001b[35mpackages/a\u001b[39m \u001b[1mtest\u001b[22m: "
      })
  void aLogBehindOnePrefixIsReadAsTheLogItself(String prefix) {
    for (Documents.Pair log : LINES) {
      for (String text : List.of(log.passing(), log.failing())) {
        Finding plain = Runs.judge(text, 0);
        Finding prefixed = Runs.judge(prefixed(prefix, text), 0);

        assertThat(prefixed.result()).describedAs("%s", log).isEqualTo(plain.result());
        assertThat(prefixed.summary()).isEqualTo(plain.summary());
        assertThat(prefixed.failureSignatures()).isEqualTo(plain.failureSignatures());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("LINES")
  void aFailingRunnerAmongOthersIsSeenHoweverTheirLinesMix(Documents.Pair failing) {
    for (Documents.Pair passing : LINES) {
      for (String form : List.of("packages/%s test: ", "%s:test: ", "%s-1  | ")) {
        String good = prefixed(form.formatted("good"), passing.passing());
        String bad = prefixed(form.formatted("bad"), failing.failing());

        for (String log : List.of(mixed(good, bad), mixed(bad, good), good + bad, bad + good)) {
          assertThat(Runs.judge(log, 0).result())
              .describedAs("%s beside failing %s", passing, failing)
              .isEqualTo(Result.FAIL);
        }
        assertThat(Runs.judge(bad + passing.passing(), 0).result()).isEqualTo(Result.FAIL);
        assertThat(Runs.judge(failing.failing() + good, 0).result()).isEqualTo(Result.FAIL);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("LINES")
  void runnersWhoseLinesMixPassWhenEachOfThemPasses(Documents.Pair log) {
    String one = prefixed("web:test: ", log.passing());
    String two = prefixed("api:test: ", Documents.PYTEST);

    assertThat(Runs.judge(mixed(one, two), 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(mixed(one, two.substring(0, two.indexOf("api:test: =====", 80))), 0))
        .extracting(Finding::result)
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packages/b test: Failed\n",
        "packages/b lint: Failed\n",
        "web:lint: ERROR: command finished with error: command (/w) npm run lint exited (1)\n",
        "web:unit:  Test Files  1 failed (1)\n",
        "db-1 exited with code 1\n",
        "db-1  | ready\ndb-1 exited with code 2 (restarting)\n",
      })
  void theToolsWordThatARunFailedRulesOutAPass(String reported) {
    String log =
        prefixed("packages/a test: ", Documents.PYTEST)
            + "Attaching to web-1, db-1\n"
            + prefixed("web-1  | ", Documents.PYTEST);

    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(log + reported, 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(log + reported, 1).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packages/a test$ pytest\n",
        "packages/a test: Done\n",
        "web-1 exited with code 0\n",
        "db-1  | ready\ndb-1 exited with code 137\n",
        "db-1 exited with code 143\n",
        "worker exited with code 1\n",
        "web:test: cache miss, executing 0123abcd\n",
        "a_1  |  3 |\n",
        "sum.js   |     100 |      100 |\n",
      })
  void otherWordsOfTheToolsAndLinesOfTheirFormChangeNothing(String reported) {
    String log = prefixed("web-1  | ", Documents.PYTEST);

    assertThat(Runs.judge(log + reported, 0).summary()).isEqualTo(Runs.judge(log, 0).summary());
    for (Documents.Pair plain : LINES) {
      assertThat(Runs.judge(reported + plain.passing(), 0).result())
          .describedAs("%s", plain)
          .isEqualTo(Result.PASS);
    }
  }

  @Test
  void aContainerWithANameOfItsOwnIsReadBesideOthers() {
    String web = prefixed("web-1   | ", Documents.PYTEST);

    assertThat(Runs.judge(web + prefixed("checks  | ", Documents.PYTEST_FAILING), 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(
            Runs.judge("Attaching to checks\n" + prefixed("checks  | ", Documents.PYTEST_FAILING))
                .result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aScriptOfAnyNameIsReadOncePnpmIsKnown() {
    String log =
        "packages/a verify$ pytest\n" + prefixed("packages/a verify: ", Documents.PYTEST_FAILING);

    assertThat(Runs.judge(log).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void moreRunnersThanAreReadAreNoPass() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      log.append(prefixed("p" + i + ":test: ", i < 99 ? Documents.PYTEST : "1 failed in 0.1s\n"));
    }

    assertThat(Runs.judge(log.toString(), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void theFailureOfARunnerIsCitedWithItsOwnLinesOnly() {
    String log =
        mixed(
            prefixed("web:test: ", Documents.GO_LOG),
            prefixed("api:test: ", Documents.PYTEST_FAILING));
    Finding finding = Runs.judge(log, 1);

    assertThat(finding.failureSignatures())
        .isEqualTo(Runs.judge(Documents.PYTEST_FAILING, 1).failureSignatures());
    assertThat(Runs.cited(log, finding, 0)).startsWith("api:test: ____").contains("assert 3 == 4");
  }

  private static String prefixed(String prefix, String log) {
    StringBuilder out = new StringBuilder();
    log.lines().forEach(line -> out.append(prefix).append(line).append('\n'));
    return out.toString();
  }

  /** One line of each in turn. */
  private static String mixed(String one, String two) {
    List<String> out = new ArrayList<>();
    Iterator<String> first = one.lines().iterator();
    Iterator<String> second = two.lines().iterator();
    while (first.hasNext() || second.hasNext()) {
      if (first.hasNext()) {
        out.add(first.next());
      }
      if (second.hasNext()) {
        out.add(second.next());
      }
    }
    return String.join("\n", out) + "\n";
  }
}
