package dev.assay.testreport;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.failure.Names;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FormatsTest {

  static final List<Documents.Pair> PAIRS = Documents.ALL;

  @ParameterizedTest
  @FieldSource("PAIRS")
  void aPassingReportIsAPass(Documents.Pair pair) {
    assertThat(Runs.judge(pair.passing(), 0)).extracting(Finding::result).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @FieldSource("PAIRS")
  void aFailingReportIsAFailWithASignatureAndAPlace(Documents.Pair pair) {
    Finding finding = Runs.judge(pair.failing(), 1);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures()).hasSize(1);
    assertThat(finding.pointers()).isNotEmpty();
  }

  @ParameterizedTest
  @FieldSource("PAIRS")
  void aPassThatContradictsTheExitCodeIsAFail(Documents.Pair pair) {
    assertThat(Runs.judge(pair.passing(), 1).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @FieldSource("PAIRS")
  void aCutReportIsNeverAPass(Documents.Pair pair) {
    String whole = pair.passing();
    for (int end = 0; end < whole.stripTrailing().length(); end++) {
      String cut = whole.substring(0, end);
      boolean complete = !pair.endMark().isEmpty() && cut.contains(pair.endMark());
      if (!complete) {
        assertThat(Runs.judge(cut, 0).result())
            .describedAs("%s cut after %d characters", pair.name(), end)
            .isNotEqualTo(Result.PASS);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("PAIRS")
  void aCutOfAFailingReportIsNeverAPass(Documents.Pair pair) {
    String whole = pair.failing();
    for (int end = 0; end < whole.length(); end++) {
      assertThat(Runs.judge(whole.substring(0, end), 0).result())
          .describedAs("%s cut after %d characters", pair.name(), end)
          .isNotEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TAP            | in sums",
        "go test -json  | in shop.example/a TestSum/small",
        "CTRF           | AssertionError at sum sum.js",
        "SARIF          | error S1 in src/Db.java",
        "Checkstyle XML | error LineLength in Cart.java",
        "process exit   | exit code 2",
        "Maven log      | org.opentest4j.AssertionFailedError at shop.CartTest.sums",
        "pytest log     | AssertionError at test_a.py in test_sum",
        "go log         | in TestSum",
        "cargo log      | panic in tests::sums",
        "Jest log       | at Object.toBe sum.test.js",
        "Node log       | sum.test.mjs in sums",
      })
  void signaturesNameTheKindOfFailureAndItsPlace(String name, String text) {
    Documents.Pair pair =
        PAIRS.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();

    FailureSignature signature = Runs.judge(pair.failing()).failureSignatures().getFirst();

    assertThat(signature.text()).contains(text);
  }

  @Test
  void pointersCiteTheFailingPart() {
    assertThat(cited(Documents.CTRF_FAILING)).startsWith("{\"name\":\"größe\"").endsWith("\"}");
    assertThat(cited(Documents.SARIF_FAILING)).startsWith("{\"ruleId\":\"S1\"").endsWith("}]}");
    assertThat(cited(Documents.CHECKSTYLE_FAILING)).startsWith("<error ").endsWith("/>");
    assertThat(cited(Documents.TAP_FAILING)).startsWith("not ok 2").endsWith("...\n");
    assertThat(cited(Documents.MAVEN_FAILING))
        .startsWith("[ERROR] shop.CartTest.sums")
        .endsWith("CartTest.java:9)\n");
    assertThat(cited(Documents.EXIT_FAILING)).startsWith("{").endsWith("}");
  }

  private static String cited(String document) {
    return Runs.cited(document, Runs.judge(document), 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAP version 13\n1..0 # SKIP no tests here\n",
        "TAP version 13\nok 1 - a # SKIP x\n1..1\n",
        "{\"results\":{\"summary\":{\"tests\":0},\"tests\":[]}}",
        "{\"version\":\"2.1.0\",\"runs\":[]}",
        "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"x\"}}}]}",
        "{\"Action\":\"skip\",\"Package\":\"a\",\"Elapsed\":0}\n",
        "============ no tests ran in 0.01s ============\n",
        "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; finished in 0.00s\n",
        "ok  \ta\t0.1s [no tests to run]\n",
        "No tests found, exiting with code 1\n",
        "<testsuites/>",
      })
  void nothingExecutedIsInconclusive(String document) {
    Finding finding = Runs.judge(document, 0);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAP version 13\n1..1\nok 1\nok 2\n",
        "TAP version 13\n1..2\nok 1\nok 1\n",
        "TAP version 13\n1..1\n    not ok 1 - child\n    1..1\nok 1 - parent\n",
        "TAP version 13\n1..1\nok 1\n# tests 2\n# pass 1\n# fail 1\n",
        "{\"results\":{\"summary\":{\"tests\":1,\"failed\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":2},\"tests\":[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":1,\"flaky\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":1,\"skipped\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":2,\"skipped\":1,\"pending\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"},{\"name\":\"b\",\"status\":\"pending\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":1,\"other\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":1,\"failed\":-1,\"other\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"tests\":[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"results\":{\"summary\":{\"tests\":1},\"summary\":{\"tests\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\"}]}}",
        "{\"exitCode\":0,\"signal\":\"SIGSEGV\"}",
        "{\"command\":\"x\"}",
        "{\"command\":[],\"exitCode\":0}",
        "{\"exitCode\":0,\"success\":false,\"numFailedTests\":3}",
        "Tests:       1 passed, 3 total\nTime:        1 s\n",
      })
  void aReportThatContradictsItselfIsNeverAPass(String document) {
    assertThat(Runs.judge(document, 0).result()).isIn(Result.FAIL, Result.INCONCLUSIVE);
  }

  /** The first 64 KiB tell the format otherwise. */
  @ParameterizedTest
  @ValueSource(strings = {"CTRF", "SARIF", "process exit"})
  void aReportWhoseTellingMemberComesLateIsRead(String name) {
    Documents.Pair pair =
        PAIRS.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    String environment = "{\"environment\":{\"log\":\"" + "x".repeat(100_000) + "\"},";
    String telling = "\"reportFormat\":\"CTRF\",";

    assertThat(Runs.judge(environment + pair.passing().substring(1).replace(telling, ""), 0))
        .extracting(Finding::result)
        .isEqualTo(Result.PASS);
    assertThat(Runs.judge(environment + pair.failing().substring(1), 1).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aLogThatBeginsWithALongObjectStaysALog() {
    String object = "{\"environment\":\"" + "x".repeat(100_000) + "\"}\n";

    assertThat(Runs.judge(object + Documents.MAVEN, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r\r\n"})
  void endsOfLinesDoNotMatter(String end) {
    for (Documents.Pair pair : PAIRS) {
      assertThat(Runs.judge(pair.passing().replace("\n", end), 0).result())
          .describedAs(pair.name())
          .isEqualTo(Result.PASS);
      assertThat(Runs.judge(pair.failing().replace("\n", end), 1).result())
          .describedAs(pair.name())
          .isEqualTo(Result.FAIL);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  {\"Action\":\"fail\",\"Package\":\"shop\",\"Test\":\"TestPay\"}",
        "{\"Action\" :\"fail\",\"Package\":\"shop\",\"Test\":\"TestPay\"}",
        "\t{ \"Package\" : \"shop\", \"Test\" : \"TestPay\", \"Action\" : \"fail\" }",
      })
  void anEventOfGoIsReadHoweverItIsSpaced(String failing) {
    String passing =
        """
        {"Action":"start","Package":"shop"}
        {"Action":"run","Package":"shop","Test":"TestAdd"}
        {"Action":"pass","Package":"shop","Test":"TestAdd"}
        {"Action":"pass","Package":"shop"}
        """;

    assertThat(Runs.judge(passing).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(failing + "\n" + passing).result()).isNotEqualTo(Result.PASS);
    assertThat(Runs.judge(passing + failing + "\n").result()).isNotEqualTo(Result.PASS);
  }

  @Test
  void aRetriedTestIsFlaky() {
    String ctrf =
        "{\"results\":{\"summary\":{\"tests\":1,\"passed\":1},\"tests\":"
            + "[{\"name\":\"a\",\"status\":\"passed\",\"flaky\":true,\"retries\":1}]}}";
    String retried = ctrf.replace("\"flaky\":true,", "");
    String attempts =
        ctrf.replace(
            "\"flaky\":true,\"retries\":1",
            "\"retryAttempts\":[{\"attempt\":1,\"status\":\"failed\"}]");
    String other = attempts.replace("\"failed\"", "\"other\"");
    String unknown = attempts.replace("\"failed\"", "\"timedOut\"");
    String pytest = "==== 2 passed, 1 rerun in 0.12s ====\n";
    String maven =
        "[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n"
            + "[INFO] BUILD SUCCESS\n";

    assertThat(
            Stream.of(ctrf, retried, attempts, other, unknown, pytest, maven)
                .map(d -> Runs.judge(d, 0).result()))
        .containsOnly(Result.FLAKY);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"tests\":2,\"passed\":1,\"other\":1}',                 passed, INCONCLUSIVE",
    "'{\"tests\":2,\"passed\":1,\"failed\":0,\"other\":1}',  passed, INCONCLUSIVE",
    "'{\"tests\":2,\"passed\":1,\"failed\":1}',                passed, FAIL",
    "'{\"tests\":2,\"passed\":0,\"failed\":1,\"other\":1}',  failed, FAIL",
    "'{\"tests\":2,\"passed\":1,\"skipped\":1}',               passed, INCONCLUSIVE",
    "'{\"tests\":2,\"passed\":0,\"other\":2}',                 other, INCONCLUSIVE",
  })
  void anOtherStatusOfCtrfIsNeitherAPassNorAFailure(String summary, String first, Result result) {
    String ctrf =
        "{\"results\":{\"summary\":"
            + summary
            + ",\"tests\":[{\"name\":\"a\",\"status\":\""
            + first
            + "\"},{\"name\":\"b\",\"status\":\"other\"}]}}";

    assertThat(Runs.judge(ctrf, 0).result()).isEqualTo(result);
    assertThat(Runs.judge(ctrf).result()).isEqualTo(result);
  }

  @Test
  void aMemberOfCtrfThatIsNullIsAsAbsent() {
    String ctrf =
        "{\"results\":{\"summary\":{\"tests\":1,\"passed\":1,\"flaky\":null},\"tests\":"
            + "[{\"name\":null,\"status\":\"passed\",\"retries\":null,\"flaky\":null}]}}";

    assertThat(Runs.judge(ctrf, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(ctrf.replace("\"passed\",", "null,"), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(ctrf.replace("\"tests\":1", "\"tests\":null"), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void logsWithoutAnEndMarkNeedTheExitCode() {
    for (String log : List.of(Documents.GO_LOG, Documents.CARGO)) {
      assertThat(Runs.judge(log).result()).isEqualTo(Result.INCONCLUSIVE);
    }
    assertThat(Runs.judge(Documents.GO_JSON).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(Documents.GO_JSON).hyperthesis()).isNotEmpty();
  }

  @Test
  void aFailingRunnerIsNotHiddenByAPassingOneInTheSameLog() {
    assertThat(Runs.judge(Documents.PYTEST_FAILING + Documents.JEST, 0).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aColouredLogReadsLikeAPlainOne() {
    String coloured =
        Documents.MAVEN_FAILING
            .replace("[ERROR]", "[\u001b[1;31mERROR\u001b[m]")
            .replace("Tests run: ", "\u001b[1mTests run: \u001b[m");

    assertThat(Runs.judge(coloured).failureSignatures())
        .isEqualTo(Runs.judge(Documents.MAVEN_FAILING).failureSignatures());
  }

  @Test
  void policySetsTheThresholdOfScans() {
    assertThat(Runs.judge(Documents.CHECKSTYLE, 0, "{\"failOn\":\"warning\"}").result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(Documents.SARIF, 0, "{\"failOn\":\"note\"}").result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(Documents.CHECKSTYLE, 0).hyperthesis()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "style", "convention", "refactor"})
  void adviceOfALinterIsANote(String severity) {
    String report = Documents.CHECKSTYLE.replace("\"warning\"", '"' + severity + '"');

    assertThat(Runs.judge(report, 0, "{\"failOn\":\"warning\"}").result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(report, 0, "{\"failOn\":\"note\"}").result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(report.replace(severity, "loud"), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aBrokenPolicyIsNotTheReportsFault() {
    for (String config : List.of("[]", "{\"failon\":\"error\"}", "{\"failOn\":\"loud\"}", "x")) {
      assertThatThrownBy(() -> Runs.judge(Documents.SARIF, 0, config))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("testreport configuration");
    }
  }

  @Test
  void aScanThatSaysItFailedIsInconclusive() {
    String failed = Documents.SARIF.replace(":true", ":false");

    assertThat(Runs.judge(failed, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"command\":\"t\",\"exitCode\":127} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":\"SIGKILL\"} | INCONCLUSIVE",
        "{\"command\":\"t\",\"exitCode\":0,\"timedOut\":true} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":\"SIGSEGV\"} | FAIL",
        "{\"command\":\"t\",\"signal\":1} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":2} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":9} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":15} | INCONCLUSIVE",
        "{\"command\":\"t\",\"signal\":11} | FAIL",
        "{\"command\":\"t\",\"exitCode\":1,\"signal\":null} | FAIL",
      })
  void aProcessThatDidNotFinishJudgedNothing(String record, Result result) {
    assertThat(Runs.judge(record).result()).isEqualTo(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"é", "ê", "Ã©", "日本é", "\ud83d\ude00"})
  void namesAreReadTheSameHoweverTheyAreWritten(String letters) {
    String name = "caf" + letters;
    String escaped = escaped(letters, "\\u%04x");
    String references = letters.codePoints().mapToObj("&#%d;"::formatted).collect(joining());
    List<String> documents =
        Stream.of(letters, escaped)
            .flatMap(form ->
                Stream.of(
                    "{'results':{'summary':{'tests':1,'failed':1},'tests':[{'name':'caf"
                        + form
                        + "','status':'failed'}]}}",
                    "{'Action':'fail','Package':'p','Test':'caf"
                        + form
                        + "'}\n{'Action':'fail','Package':'p'}\n"))
            .map(document -> document.replace('\'', '"'))
            .toList();

    for (String document : documents) {
      assertThat(Runs.judge(document, 1).failureSignatures().getFirst().text())
          .endsWith(Names.shown(name));
    }
    for (String form : List.of(letters, references)) {
      String document =
          "<testsuite><testcase name='caf" + form + "'><failure/></testcase></testsuite>";
      assertThat(Runs.judge(document, 1).failureSignatures().getFirst().text())
          .endsWith(Names.shown(name));
    }
  }

  private static String escaped(String letters, String form) {
    return letters.chars().mapToObj(form::formatted).collect(joining());
  }

  @Test
  void goPackagesThatDoNotBuildAreAFail() {
    String stream =
        "# shop.example/a\n./a.go:3: undefined: x\nFAIL\tshop.example/a [build failed]\n"
            + Documents.GO_JSON.replace("/a", "/b");

    assertThat(Runs.judge(stream).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "output"})
  void aBenchmarkNeedsNoEndOfItsOwn(String last) {
    String benchmark =
        "{\"Action\":\"run\",\"Package\":\"shop.example/a\",\"Test\":\"BenchmarkSum\"}\n";
    String stream = benchmark + benchmark.replace("run", last) + Documents.GO_JSON;

    assertThat(Runs.judge(stream, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(benchmark, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aTestThatNeverEndsIsInconclusive() {
    String open = "{\"Action\":\"run\",\"Package\":\"shop.example/a\",\"Test\":\"TestB\"}\n";

    assertThat(Runs.judge(open + Documents.GO_JSON, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aPackageThatNeverEndsIsInconclusive() {
    String open = "{\"Action\":\"start\",\"Package\":\"shop.example/b\"}\n";

    assertThat(Runs.judge(Documents.GO_JSON + open, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "  \n ", "hello\n", "[1,2]", "{}", "{\"a\":1}", "<html/>", "\u0000\u0001"})
  void whatNoReaderKnowsIsInconclusive(String document) {
    assertThat(Runs.judge(document, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void goBuildsThatFailAreToldApartByTheCompilersWords() {
    String build =
        """
        {"ImportPath":"shop.example/a","Action":"build-output","Output":"# shop.example/a\\n"}
        {"ImportPath":"shop.example/a","Action":"build-output","Output":"./a.go:%d:2: undefined: %s\\n"}
        {"ImportPath":"shop.example/a","Action":"build-fail"}
        """;
    String rest =
        """
        {"Action":"start","Package":"shop.example/a"}
        {"Action":"output","Package":"shop.example/a","Output":"FAIL\\tshop.example/a [build failed]\\n"}
        {"Action":"fail","Package":"shop.example/a","Elapsed":0,"FailedBuild":"shop.example/a"}
        """;

    Finding finding = Runs.judge(build.formatted(5, "sum") + rest);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(build.formatted(5, "sum"), finding, 0))
        .isEqualTo(build.formatted(5, "sum"));
    assertThat(Runs.judge(build.formatted(9, "sum") + rest).failureSignatures())
        .hasSize(1)
        .isEqualTo(finding.failureSignatures());
    assertThat(Runs.judge(build.formatted(5, "total") + rest).failureSignatures())
        .isNotEqualTo(finding.failureSignatures());
  }

  @Test
  void aGoTestWhoseSubtestsWereAllSkippedShowsNothing() {
    String stream =
        """
        {"Action":"run","Package":"a","Test":"TestX"}
        {"Action":"run","Package":"a","Test":"TestX/net"}
        {"Action":"run","Package":"a","Test":"TestX/net/get"}
        {"Action":"skip","Package":"a","Test":"TestX/net/get"}
        {"Action":"pass","Package":"a","Test":"TestX/net"}
        %s{"Action":"pass","Package":"a","Test":"TestX"}
        {"Action":"pass","Package":"a"}
        """;
    String more =
        """
        {"Action":"run","Package":"a","Test":"TestX/disk"}
        {"Action":"pass","Package":"a","Test":"TestX/disk"}
        """;

    assertThat(Runs.judge(stream.formatted(""), 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(stream.formatted(more), 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void howFarFuzzingCameIsNoPartOfAFailure() {
    String stream =
        """
        {"Action":"run","Package":"a","Test":"FuzzX"}
        {"Action":"output","Package":"a","Test":"FuzzX","Output":"fuzz: elapsed: 3s, execs: %d (4/sec)\\n"}
        {"Action":"output","Package":"a","Test":"FuzzX","Output":"        x_test.go:8: bad\\n"}
        {"Action":"fail","Package":"a","Test":"FuzzX"}
        {"Action":"fail","Package":"a"}
        """;

    assertThat(Runs.judge(stream.formatted(12)).failureSignatures())
        .isEqualTo(Runs.judge(stream.formatted(77)).failureSignatures());
  }

  /** As {@code go tool test2json} without {@code -p} writes them. */
  @Test
  void eventsOfGoWithoutAPackageAreRead() {
    String passed = "{\"Action\":\"pass\",\"Test\":\"TestA\"}\n{\"Action\":\"pass\"}\n";
    String failed = passed.replace("pass", "fail").replace("TestA", "TestB");
    String packaged = passed.replace("{", "{\"Package\":\"shop\",");

    assertThat(Runs.judge(passed).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(failed).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(packaged + failed).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(packaged + "{\"Action\":\"login\"}\n").result()).isEqualTo(Result.PASS);
  }
}
