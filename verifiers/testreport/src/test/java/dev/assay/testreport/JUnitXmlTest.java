package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.failure.Names;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JUnitXmlTest {

  private static final String PASSING =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="dev.shop.CartTest" tests="2" failures="0" errors="0" skipped="0">
        <testcase name="addsItems" classname="dev.shop.CartTest" time="0.01"/>
        <testcase name="sumsPrices" classname="dev.shop.CartTest" time="0.02">
          <system-out><![CDATA[<failure> is only printed & not meant ]]></system-out>
        </testcase>
      </testsuite>
      """;

  private static final String FAILING =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="dev.shop.CartTest" tests="2" failures="1" errors="0" skipped="0">
        <!-- a comment with <testcase> in it and ünïcode -->
        <testcase name="addsItems" classname="dev.shop.CartTest"/>
        <testcase name="sumsPrices" classname="dev.shop.CartTest">
          <failure message="expected: &lt;3&gt; but was: &lt;4&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
      	at dev.shop.CartTest.sumsPrices(CartTest.java:21)
      ]]></failure>
        </testcase>
      </testsuite>
      """;

  private static final String SUBTESTS =
      """
      <?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests">\
      <testsuite name="pytest" errors="0" failures="0" skipped="0" tests="8" time="0.082">\
      <testcase classname="test_sub" name="test_sub" time="0.053"><system-out>dots</system-out></testcase>\
      <testcase classname="test_sub.T" name="test_u" time="0.003"/></testsuite></testsuites>
      """;

  /** What Node writes for a test with a subtest that passes, here with a failing parent. */
  private static final String NODE_PARENT =
      """
      <?xml version="1.0" encoding="utf-8"?>
      <testsuites>
      	<testsuite name="parent" time="0.003" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm">
      		<testcase name="sub ok" time="0.001" classname="test"/>
      	</testsuite>
      	<!-- tests 2 -->
      	<!-- suites 0 -->
      	<!-- pass 1 -->
      	<!-- fail 1 -->
      	<!-- cancelled 0 -->
      	<!-- skipped 0 -->
      	<!-- todo 0 -->
      	<!-- duration_ms 327.217362 -->
      </testsuites>
      """;

  @Test
  void aSuiteThatPassedIsAPass() {
    Finding finding = Runs.judge(PASSING, 0);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.summary()).startsWith("JUnit XML: 2 tests, 2 passed, 0 failed");
    assertThat(finding.failureSignatures()).isEmpty();
  }

  @Test
  void aFailureIsAFailCitedByItsBytes() {
    Finding finding = Runs.judge(FAILING, 1);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures())
        .singleElement()
        .satisfies(signature ->
            assertThat(signature.text())
                .isEqualTo("org.opentest4j.AssertionFailedError at dev.shop.CartTest.sumsPrices"));
    assertThat(Runs.cited(FAILING, finding, 0))
        .startsWith("<testcase name=\"sumsPrices\"")
        .endsWith("</testcase>");
  }

  @Test
  void aPassThatContradictsTheExitCodeIsAFail() {
    Finding finding = Runs.judge(PASSING, 1);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures()).singleElement().extracting("kind").isEqualTo("exit");
  }

  @Test
  void aFailureStaysAFailWhateverTheExitCode() {
    assertThat(Runs.judge(FAILING, 0).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(FAILING).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aTestThatFailedAndThenPassedIsFlaky() {
    String document =
        """
        <testsuite name="s" tests="2" failures="0" errors="0" flakes="1">
          <testcase name="a" classname="c"/>
          <testcase name="b" classname="c">
            <flakyFailure message="no route" type="java.lang.IllegalStateException">
              <stackTrace>java.lang.IllegalStateException: no route
        	at dev.shop.Net.call(Net.java:7)</stackTrace>
              <system-out>x</system-out>
            </flakyFailure>
          </testcase>
        </testsuite>
        """;

    Finding finding = Runs.judge(document, 0);

    assertThat(finding.result()).isEqualTo(Result.FLAKY);
    assertThat(finding.hyperthesis()).isNotEmpty();
    assertThat(finding.failureSignatures().getFirst().text())
        .isEqualTo("java.lang.IllegalStateException at dev.shop.Net.call");
  }

  /** Four tests as Surefire lists them after reruns; {@code b} is what it says of the second. */
  private static String reruns(String totals, String b) {
    return "<testsuite xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' name='shop.StockTest'"
        + " time='0.02' "
        + totals
        + "><properties/><testcase name='a' classname='shop.StockTest' time='0.001'/>"
        + "<testcase name='b' classname='shop.StockTest' time='0.001'>"
        + b
        + "</testcase><testcase name='c' classname='shop.StockTest' time='0.001'/>"
        + "<testcase name='d' classname='shop.StockTest' time='0.001'/></testsuite>";
  }

  @Test
  void aTestThatAnotherRunnerRanAgainIsFlaky() {
    for (String again : new String[] {"rerun", "retry"}) {
      String report =
          "<testsuite tests='1' failures='0'><testcase name='t'><"
              + again
              + " message='late'>x</"
              + again
              + "></testcase></testsuite>";

      assertThat(Runs.judge(report, 0).result()).as(again).isEqualTo(Result.FLAKY);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<testcase name='t'><Failure/></testcase>",
        "<testcase name='t'><failed/></testcase>",
        "<testcase name='t'><timed-out/></testcase>",
        "<testcase name='t'><details><failure/></details></testcase>",
        "<testcase name='t'><exception>gone</exception></testcase>",
        "<testcase name='t'><fatal/></testcase>",
        "<testcase name='t' success='False'/>",
        "<testcase name='t' success='no'/>",
        "<testcase name='t' outcome='failed'/>",
        "<testcase name='t' outcome='maybe'/>"
      })
  void aFailureInAnotherDialectIsNoPass(String test) {
    assertThat(Runs.judge("<testsuite tests='1'>" + test + "</testsuite>", 0).result())
        .isNotIn(Result.PASS, Result.FLAKY);
  }

  private static final String FLAKY_RUN =
      "<flakyFailure message='late' type='shop.Late'><stackTrace>shop.Late</stackTrace></flakyFailure>";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tests='1' errors='0' skipped='0' failures='0'",
        "tests='1' errors='0' skipped='0' failures='0' flakes='1'",
        "tests='2' failures='0'",
        "tests='4' failures='0'",
        "tests='5' failures='0'",
        "errors='0'",
        ""
      })
  void surefireCountsTheTestsOfItsLastRunAndListsThoseOfAll(String totals) {
    String error = FLAKY_RUN.replace("flakyFailure", "flakyError");

    for (Integer exitCode : new Integer[] {null, 0, 1}) {
      assertThat(Runs.judge(reruns(totals, FLAKY_RUN), exitCode).result()).isEqualTo(Result.FLAKY);
      assertThat(Runs.judge(reruns(totals, error), exitCode).result()).isEqualTo(Result.FLAKY);
      assertThat(
              Runs.judge(
                      "<testsuites " + totals + ">" + reruns(totals, FLAKY_RUN) + "</testsuites>",
                      exitCode)
                  .result())
          .isEqualTo(Result.FLAKY);
    }
  }

  @Test
  void aTestThatFailedInSeveralRerunsBeforeItPassedIsFlaky() {
    String report = reruns("tests='1' failures='0'", FLAKY_RUN + FLAKY_RUN.replace("late", "x"));

    assertThat(Runs.judge(report, 0).result()).isEqualTo(Result.FLAKY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tests='1' failures='1'", "tests='1' errors='1'", "tests='6' failures='1'"})
  void aTestOfSeveralThatFailedEveryRerunIsAFail(String totals) {
    String failed =
        "<failure message='x' type='E'/><rerunFailure message='x' type='E'/>"
            + "<rerunError message='x' type='E'/>";

    assertThat(Runs.judge(reruns(totals, failed), 0).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(reruns(totals, "<rerunFailure type='E'/>"), 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(reruns(totals, FLAKY_RUN + "<failure type='E'/>"), 0).result())
        .isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tests='0'", "tests='9'", "tests='1' skipped='2'", "tests='1' flakes='2'"})
  void rerunsExcuseNoOtherDifference(String totals) {
    assertThat(Runs.judge(reruns(totals, FLAKY_RUN), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tests='1'", "tests='4' flakes='1'", "tests='3'"})
  void withoutARerunInTheListTotalsThatDifferAreNoPass(String totals) {
    assertThat(Runs.judge(reruns(totals, ""), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aTestThatFailedEveryRerunIsAFail() {
    String document =
        """
        <testsuite name="s" tests="1" failures="1">
          <testcase name="b" classname="c">
            <failure message="x" type="E"/><rerunFailure message="x" type="E"/>
          </testcase>
        </testsuite>
        """;

    assertThat(Runs.judge(document).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void noTestsAreNoEvidence() {
    Finding finding = Runs.judge("<testsuite name=\"s\" tests=\"0\"/>", 0);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis()).singleElement().extracting("why").isEqualTo(Why.MISSING_DATA);
  }

  @Test
  void skippedTestsAloneAreNoEvidence() {
    String document =
        "<testsuite tests='2' skipped='2'><testcase name='a'><skipped/></testcase>"
            + "<testcase name='b' status='notrun'/></testsuite>";

    assertThat(Runs.judge(document, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aTestThatPhpunitOnlyWarnsAboutIsNoPassOfItsOwn() {
    String warning =
        "<testcase name='Warning' class='PHPUnit\\Framework\\WarningTestCase'>"
            + "<warning type='PHPUnit\\Framework\\Warning'>No tests found in class</warning></testcase>";
    String suite = "<testsuite tests='1' errors='0' warnings='1' failures='0'>" + warning;
    String passing = "<testcase name='testTotal'/></testsuite>";

    assertThat(Runs.judge(suite + "</testsuite>", 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(suite.replace("tests='1'", "tests='2'") + passing, 0).summary())
        .contains("2 tests, 1 passed, 0 failed, 1 skipped");
  }

  @Test
  void skippedTestsBesidePassingOnesAreDisclosed() {
    String document =
        "<testsuite tests='2' skipped='1'><testcase name='a'><skipped/></testcase>"
            + "<testcase name='b'/></testsuite>";

    Finding finding = Runs.judge(document, 0);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.hyperthesis()).singleElement().extracting("risk").isEqualTo(Risk.LOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<testsuite tests='3'><testcase name='a'/></testsuite>",
        "<testsuite tests='1' failures='1'><testcase name='a'/></testsuite>",
        "<testsuites tests='2'><testsuite tests='1'><testcase name='a'/></testsuite></testsuites>",
        "<testsuite tests='-1'><testcase name='a'/></testsuite>",
        "<testsuite tests='many'><testcase name='a'/></testsuite>",
        "<testsuite tests='2' skipped='2'><testcase name='a'/><testcase name='b'/></testsuite>",
        "<testsuite tests='2' disabled='1'><testcase name='a'/><testcase name='b'/></testsuite>",
        "<testsuites skipped='1'><testsuite><testcase name='a'/></testsuite></testsuites>",
      })
  void totalsThatContradictTheListAreNeverAPass(String document) {
    assertThat(Runs.judge(document, 0).result()).isIn(Result.FAIL, Result.INCONCLUSIVE);
  }

  @Test
  void subtestsThatPytestCountsButDoesNotListAreDisclosed() {
    Finding finding = Runs.judge(SUBTESTS, 0);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.hyperthesis())
        .anySatisfy(h -> assertThat(h.blindSpot()).contains("does not list: 6;"));
  }

  @Test
  void subtestsThatAreNotListedNeedTheExitCode() {
    assertThat(Runs.judge(SUBTESTS).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(SUBTESTS, 1).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hostname='tbd'", "doctest_version='2.4.11'"})
  void totalsOfAssertionsNeedTheExitCode(String mark) {
    String head = "<testsuites><testsuite name='tests' errors='0' failures='0' " + mark;
    String cases =
        "><testcase name='a' status='run'/><testcase name='b' status='run'/>"
            + "</testsuite></testsuites>";

    for (String counted : new String[] {" tests='7'", " tests='1'"}) {
      Finding finding = Runs.judge(head + counted + cases, 0);

      assertThat(finding.result()).isEqualTo(Result.PASS);
      assertThat(finding.hyperthesis())
          .anySatisfy(h -> assertThat(h.blindSpot()).contains("count assertions"));
      assertThat(Runs.judge(head + counted + cases).result()).isEqualTo(Result.INCONCLUSIVE);
      assertThat(Runs.judge(head + counted + cases, 1).result()).isEqualTo(Result.FAIL);
    }
    assertThat(Runs.judge(head + " tests='0'" + cases, 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(head.replace(mark, "") + " tests='7'" + cases, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<testsuite hostname='tbd' errors='0' failures='1' tests='7'><testcase name='a'/></testsuite>",
        "<testsuite hostname='tbd' errors='0' failures='1' tests='7'><testcase name='a'>"
            + "<failure message='x == 2' type='CHECK'/></testcase></testsuite>",
      })
  void failuresBesideTotalsOfAssertionsAreAFail(String document) {
    assertThat(Runs.judge(document, 0).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @CsvSource({
    "name=\"pytest\", name=\"other\"",
    "tests=\"8\", tests=\"1\"",
    "skipped=\"0\", skipped=\"1\"",
    "skipped=\"0\", ''",
    "failures=\"0\", ''",
    "errors=\"0\", ''",
    "failures=\"0\", failures=\"1\"",
    "errors=\"0\", errors=\"1\"",
    "<system-out>dots</system-out>, <skipped/>",
    "<system-out>dots</system-out>, <failure/>",
    "name=\"pytest tests\", tests=\"8\"",
  })
  void otherTotalsAboveTheListAreNeverAPass(String reported, String instead) {
    assertThat(SUBTESTS).contains(reported);
    assertThat(Runs.judge(SUBTESTS.replace(reported, instead), 0).result())
        .isIn(Result.FAIL, Result.INCONCLUSIVE);
  }

  @Test
  void declaredFailuresThatAreNotListedAreAFail() {
    assertThat(
            Runs.judge("<testsuite tests='1' errors='1'><testcase name='a'/></testsuite>", 0)
                .result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aFailureThatOnlyNodesTotalsTellIsAFail() {
    String cancelled =
        NODE_PARENT.replace("fail 1", "fail 0").replace("cancelled 0", "cancelled 1");

    assertThat(Runs.judge(NODE_PARENT).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(cancelled).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(NODE_PARENT.replace("fail 1", "fail 0")).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aSuiteOfNodeMayDeclareItsDirectChildren() {
    String nested =
        """
        <testsuites>
        	<testsuite name="cart" errors="0" tests="2" failures="0">
        		<testcase name="d"/>
        		<testsuite name="totals" errors="0" tests="3" failures="0">
        			<testcase name="a"/><testcase name="b"/><testcase name="c"/>
        		</testsuite>
        	</testsuite>
        """;
    String totals = nodeTotals(4, 0, 0);

    assertThat(Runs.judge(nested + totals).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(nested + "</testsuites>", 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(nested.replace("<testcase name=\"d\"/>", "") + totals, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aFailureThatNodeExcusesAsTodoIsNoFailure() {
    String report =
        """
        <testsuites><testcase name="works"/>
        <testsuite name="s" tests="1" failures="1" errors="0"><testcase name="later">
          <skipped type="todo" message="later"/><failure type="testCodeFailure" message="1 !== 2"/>
        </testcase></testsuite>
        """;

    Finding finding = Runs.judge(report + nodeTotals(1, 0, 1));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.summary()).contains("2 tests, 1 passed, 0 failed, 1 skipped");
    assertThat(Runs.judge(report + nodeTotals(1, 1, 0)).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(report + nodeTotals(1, 0, 0)).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(report + "</testsuites>", 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(report.replace("\"todo\"", "\"\"") + nodeTotals(1, 0, 1)).result())
        .isEqualTo(Result.FAIL);
  }

  private static String nodeTotals(int pass, int fail, int todo) {
    return "<!-- tests %d --><!-- suites 2 --><!-- pass %d --><!-- fail %d --><!-- cancelled 0 -->"
            .formatted(pass + fail + todo, pass, fail)
        + "<!-- skipped 0 --><!-- todo %d --><!-- duration_ms 327.2 --></testsuites>"
            .formatted(todo);
  }

  @Test
  void aCommentThatATestWroteIsNotNodesTotal() {
    String passing = NODE_PARENT.replace("fail 1", "fail 0");
    String inside = passing.replace("<testcase", "<!-- fail 3 --><testcase");
    String before = passing.replace("<testsuites>", "<testsuites><!-- fail 3 -->");
    String hidden = NODE_PARENT.replace("<testsuites>", "<testsuites><!-- fail 0 -->");

    assertThat(Runs.judge(inside).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(before).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(hidden).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void nestedSuitesMayDeclareTheirOwnOrAllTests() {
    String document =
        "<testsuites tests='3'><testsuite tests='3'><testcase name='a'/>"
            + "<testsuite tests='2'><testcase name='b'/><testcase name='c'/></testsuite>"
            + "</testsuite></testsuites>";

    assertThat(Runs.judge(document, 0).result()).isEqualTo(Result.PASS);
    assertThat(
            Runs.judge(document.replace("<testsuite tests='3'>", "<testsuite tests='1'>"), 0)
                .result())
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @CsvSource({
    "failed, FAIL",
    "FAILED, FAIL",
    "Error, FAIL",
    "Skipped, INCONCLUSIVE",
    "NotRun, INCONCLUSIVE",
    "Passed, PASS",
    "completed, PASS",
    "undefined, INCONCLUSIVE",
    "untested, INCONCLUSIVE",
    "not run, INCONCLUSIVE",
    "inconclusive, INCONCLUSIVE",
    "interrupted, FAIL",
    "cancelled, FAIL",
    "timedOut, FAIL",
    "timed_out, FAIL",
    "timeout, FAIL",
    "broken, FAIL",
    "aborted, FAIL"
  })
  void theStatusOfATestCountsHoweverItIsWritten(String status, Result result) {
    String document =
        "<testsuite tests='1'><testcase name='a' status='" + status + "'/></testsuite>";

    assertThat(Runs.judge(document).result()).isEqualTo(result);
    assertThat(Runs.judge(document.replace("status=", "status='run' result=")).result())
        .isEqualTo(result);
  }

  @Test
  void anUnknownStatusBesideAFailureLeavesItAFail() {
    String document =
        "<testsuite><testcase name='a' status='odd'/><testcase name='b'><failure/></testcase>"
            + "</testsuite>";

    assertThat(Runs.judge(document).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void anErrorBesideTheTestsOfASuiteIsAFail() {
    String document =
        "<testsuite><testcase name='a'/><error type='ImportError' message='no module'/></testsuite>";

    assertThat(Runs.judge(document).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void pointersAreExactAmongMultiByteTextAndLongDocuments() {
    StringBuilder document = new StringBuilder("\ufeff<?xml version='1.0'?>\r\n<testsuite>\r\n");
    for (int i = 0; i < 3_000; i++) {
      document.append("<testcase name='größe").append(i).append("' note='a > b'/>");
      document.append("<!-- ").append("ü".repeat(i % 50)).append(" -->\r\n");
      if (i % 300 == 0) {
        document.append("<testcase name='bad").append(i).append("'><failure>x &amp; y</failure>");
        document.append("<system-out><![CDATA[ ]] > ]]></system-out></testcase>");
      }
    }
    String text = document.append("</testsuite>").toString();

    Finding finding = Runs.judge(text);

    assertThat(finding.pointers()).hasSize(10);
    for (int i = 0; i < 10; i++) {
      assertThat(Runs.cited(text, finding, i))
          .startsWith("<testcase name='bad" + i * 300 + "'>")
          .endsWith("</testcase>");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001b", "&#27;", "&#x1b;", "&#x0001B;"})
  void terminalColoursAreTakenOutOfTextAndAttributes(String escape) {
    String failing = FAILING.replace("expected:", escape + "[31mexpected:" + escape + "[0m");
    String passing =
        "<testsuite tests='1'><testcase name='a'><system-out>"
            + escape
            + "[32mok</system-out></testcase></testsuite>";
    String coloured = failing.replace("<![CDATA[", "").replace("]]>", "").replace("<3>", "3");
    String plain = coloured.replace(escape + "[31m", "").replace(escape + "[0m", "");

    assertThat(Runs.judge(passing, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(coloured.replace("<4>", "4"), 1).failureSignatures())
        .hasSize(1)
        .isEqualTo(Runs.judge(plain.replace("<4>", "4"), 1).failureSignatures());
  }

  @Test
  void controlCharactersInCdataLeaveThePointersExact() {
    String document =
        FAILING.replace("<!--", "<system-out><![CDATA[\u001b[32m\u0001\f]]></system-out><!--");

    Finding finding = Runs.judge(document, 1);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(document, finding, 0))
        .startsWith("<testcase name=\"sumsPrices\"")
        .endsWith("</testcase>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "&#0;",
        "&#x;",
        "&#2a;",
        "&#27",
        "&#+27;",
        "&#x10000001b;",
        "&#200;\u0000",
        "&#000000000000000027;"
      })
  void whatIsNoCharacterStaysMalformed(String text) {
    String document =
        "<testsuite tests='1'><testcase name='a'><system-out>"
            + text
            + "</system-out></testcase></testsuite>";

    assertThat(Runs.judge(document, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource({
    "ISO-8859-1, iso-8859-1",
    "windows-1252, Windows-1252",
    "UTF-8, utf-8",
    "US-ASCII, us-ascii"
  })
  void aDeclaredEncodingIsRead(Charset charset, String declared) {
    String name = charset.newEncoder().canEncode('ß') ? "Größe" : "size";
    String document =
        ("<?xml version='1.0' encoding='" + declared + "'?>\n")
            + "<testsuite tests='2'><testcase name='ok "
            + name
            + "'/><testcase name='"
            + name
            + "'><failure message='no'/></testcase></testsuite>";
    byte[] bytes = document.getBytes(charset);

    Finding finding = Runs.judge(bytes, 1, Runs.PLAIN);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures().getFirst().text()).isEqualTo("in " + Names.shown(name));
    Pointer pointer = finding.pointers().getFirst();
    assertThat(new String(bytes, (int) pointer.offset(), (int) pointer.length(), charset))
        .startsWith("<testcase name='" + name)
        .endsWith("</testcase>");
  }

  @ParameterizedTest
  @CsvSource({"iso-8859-7, 233", "windows-1252, 129", "us-ascii, 233", "utf-8, 233"})
  void bytesOutsideTheDeclaredEncodingAreInconclusive(String declared, int letter) {
    byte[] bytes =
        ("<?xml version=\"1.0\" encoding=\""
                + declared
                + "\"?><testsuite tests='1'><testcase name='"
                + (char) letter
                + "'/></testsuite>")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThat(Runs.judge(bytes, 0, Runs.PLAIN).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-7", "UTF-16", "ISO-8859-15", "no such", ""})
  void anEncodingThatIsNotReadIsInconclusive(String declared) {
    String head = "<?xml version='1.0'%s encoding='" + declared + "'?>";
    String suite =
        "<testsuite tests='1'><testcase name='a'>+ADw-failure/+AD4-</testcase></testsuite>";

    for (String blanks : new String[] {"", " ".repeat(300)}) {
      Finding finding = Runs.judge(head.formatted(blanks) + suite, 0);

      assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
      assertThat(finding.summary()).contains("bad-encoding");
    }
    assertThat(Runs.judge("\ufeff" + head.formatted("") + suite, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void twoHyphensInACommentAreMalformed() {
    assertThat(Runs.judge("<testsuite><!-- -- --><testcase name='a'/></testsuite>", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void everyTruncationIsInconclusive() {
    for (String document : new String[] {PASSING, FAILING}) {
      String whole = document.stripTrailing();
      for (int end = 0; end < whole.length(); end++) {
        assertThat(Runs.judge(whole.substring(0, end), 0).result())
            .describedAs("cut after %d of %d characters", end, whole.length())
            .isEqualTo(Result.INCONCLUSIVE);
      }
    }
  }

  @Test
  void theSameBytesGiveTheSameReport() {
    assertThat(Runs.reportBytes(Runs.judge(FAILING, 1)))
        .isEqualTo(Runs.reportBytes(Runs.judge(FAILING, 1)));
  }

  @Test
  void aNegativeNumberOfSkippedTestsHidesNoFailure() {
    String failing =
        "<testsuite tests='0' failures='0' errors='1' skipped='-1'>"
            + "<testcase name='hook'><failure>Error: down</failure></testcase></testsuite>";
    String passing = "<testsuite tests='1' skipped='-1'><testcase name='a'/></testsuite>";

    assertThat(Runs.judge(failing, 1).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(passing, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void skippedTestsMayStandBesideTheCount() {
    String suite =
        "<testsuite tests='%d' skipped='1' errors='0' failures='0' name='Boost'>"
            + "<testcase name='a'/><testcase name='b'/>"
            + "<testcase name='c'><skipped/></testcase></testsuite>";

    assertThat(Runs.judge(suite.formatted(2), 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(suite.formatted(1), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "message='Failed' type=''                            | a_test.go:12: got %d, want 4",
        "message='Build error'                               | a.go:12:2: undefined: f%d",
        "message='collection failure'                        | E   ImportError: no module m%d",
        "message='a.spec.ts:5:1 sums' type='FAILURE'         | Error: expected 4, got %d",
        "message='thread &apos;t&apos; (9) panicked at src/a.rs:9:5' type='test failure'"
            + "| thread 't' (9) panicked at src/a.rs:9:5:&#10;left: %d",
      })
  void whereTheMessageTellsNothingTheTextTellsFailuresApart(String attributes, String text) {
    String report =
        "<testsuite><testcase name='t'><failure "
            + attributes
            + ">"
            + text
            + "</failure></testcase></testsuite>";

    assertThat(Runs.judge(report.formatted(3)).failureSignatures())
        .isNotEqualTo(Runs.judge(report.formatted(7)).failureSignatures());
    assertThat(Runs.judge(report.replace(":12:", ":21:").formatted(3)).failureSignatures())
        .isEqualTo(Runs.judge(report.formatted(3)).failureSignatures());
  }

  @Test
  void whatAFlakyTestPrintedIsNoPartOfItsFailure() {
    String report =
        "<testsuite><testcase name='t'><flakyFailure type='shop.Late'><stackTrace/>"
            + "<system-out>attempt %s</system-out></flakyFailure></testcase></testsuite>";

    assertThat(Runs.judge(report.formatted("one")).failureSignatures())
        .isEqualTo(Runs.judge(report.formatted("two")).failureSignatures());
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, 0, 2, PASS",
    "3, 0, 0, 3, PASS",
    "2, 2, 0, 0, INCONCLUSIVE",
    "3, 1, 1, 1, FAIL",
    "4, 1, 0, 2, INCONCLUSIVE",
    "3, 2, 0, 2, INCONCLUSIVE",
  })
  void ignoredTestsOfRustAreCountedThoughNotListed(
      int tests, int skipped, int failing, int passing, Result result) {
    String report =
        "<testsuites><testsuite name='test' package='test' id='0' errors='0' failures='%d'"
                .formatted(failing)
            + " tests='%d' skipped='%d'>".formatted(tests, skipped)
            + "<testcase classname='crate' name='a' time='0'/>".repeat(passing)
            + "<testcase classname='crate' name='b'><failure type='assert'/></testcase>"
                .repeat(failing)
            + "<system-out/><system-err/></testsuite></testsuites>";
    Finding finding = Runs.judge(report);

    assertThat(finding.result()).isEqualTo(result);
    if (result == Result.PASS) {
      assertThat(finding.summary())
          .contains(tests + " tests, " + passing + " passed", skipped + " skipped");
    }
    assertThat(Runs.judge(report.replace("package='test'", "")).result())
        .isEqualTo(failing > 0 ? Result.FAIL : skipped == 0 ? result : Result.INCONCLUSIVE);
  }
}
