package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import dev.assay.verifier.Finding;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a report tells of single tests, by which failures are cleared. */
class TestOutcomesTest {

  private static String junit(String... cases) {
    long failing = Arrays.stream(cases).filter(each -> each.contains("<failure")).count();
    long skipped = Arrays.stream(cases).filter(each -> each.contains("<skipped")).count();
    return "<testsuite name=\"s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">%s</testsuite>"
        .formatted(cases.length, failing, skipped, String.join("", cases));
  }

  private static String test(String name, String inside) {
    return "<testcase classname=\"shop.CartTest\" name=\"" + name + "\">" + inside + "</testcase>";
  }

  private static TestOutcomes read(String document, @Nullable Integer exitCode, String... asked) {
    return Objects.requireNonNull(finding(document, exitCode, asked).tests());
  }

  private static Finding finding(String document, @Nullable Integer exitCode, String... asked) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    ArtifactRef artifact = Runs.artifact(Digests.sha256Hex(bytes), bytes.length, exitCode);
    return Runs.run(
        Runs.request(artifact, Runs.PLAIN)
            .expecting(Arrays.stream(asked).map(TestOutcomes::id).toList()),
        new MemoryScope(() -> new ByteArrayInputStream(bytes)));
  }

  @Test
  void aTestThatPassedWhenItRanAgainIsNamedAsFailed() {
    Finding flaky =
        finding(
            junit(
                test("adds", "<flakyFailure type='E'><stackTrace>E</stackTrace></flakyFailure>"),
                test("removes", "")),
            0);

    assertThat(flaky.result()).isEqualTo(Result.FLAKY);
    TestOutcomes told = Objects.requireNonNull(flaky.tests());
    assertThat(told.failing()).isEqualTo(1);
    assertThat(told.failed()).extracting(NamedTest::name).containsExactly("shop.CartTest adds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      nullValues = "none",
      value = {
        "mvn test            @ 0    @ PASSED",
        "mvn   test          @ 0    @ PASSED",
        "cd app && mvn test  @ 0    @ PASSED",
        "mvn test && ./lint  @ 0    @ PASSED",
        "mvn test -pl one    @ 0    @ MISSING",
        "mvn test; true      @ 0    @ MISSING",
        "mvn test || true    @ 0    @ MISSING",
        "echo '&& mvn test'  @ 0    @ MISSING",
        "none                @ 0    @ MISSING",
        "mvn test            @ none @ MISSING",
        "mvn test            @ 2    @ FAILED"
      })
  void aCommandThatEndedBadlyThoughNoTestFailedIsClearedByTheSameCommand(
      @Nullable String command, @Nullable Integer exitCode, Ending ended) {
    String report = junit(test("adds", ""), test("removes", ""));
    TestOutcomes failed = made(report, new Producer("mvn test", 1, Map.of()), List.of());
    assertThat(failed.failing()).isEqualTo(1);
    assertThat(failed.failed()).extracting(NamedTest::name).containsExactly("exit-code");

    List<String> asked = failed.failed().stream().map(NamedTest::id).toList();
    TestOutcomes told = made(report, new Producer(command, exitCode, Map.of()), asked);

    assertThat(told.asked()).extracting(AskedTest::ended).containsExactly(ended);
  }

  @Test
  void aRecordOfACommandsEndTellsIt() {
    String record = "{\"command\":[\"mvn\",\"test\"],\"exitCode\":%d}";
    TestOutcomes failed = made(record.formatted(1), null, List.of());
    List<String> asked = failed.failed().stream().map(NamedTest::id).toList();

    assertThat(failed.failing()).isEqualTo(1);
    assertThat(made(record.formatted(0), null, asked).asked())
        .extracting(AskedTest::ended)
        .containsExactly(Ending.PASSED);
    assertThat(read(record.formatted(0), null).executed()).isZero();
  }

  @Test
  void aCopyOfATestInAnotherReportOfARunDoesNotStandForIt() throws Exception {
    String one = junit(test("adds", "<failure/>")).replace("name=\"s\"", "name=\"one\"");
    String two = junit(test("adds", "")).replace("name=\"s\"", "name=\"two\"");
    TestOutcomes failed = ran(List.of(), one, two);
    assertThat(failed.failed())
        .extracting(NamedTest::name)
        .containsExactlyInAnyOrder("shop.CartTest adds", "one::shop.CartTest adds");

    List<String> asked = List.of(failed.failed().get(0).id(), failed.failed().get(1).id());

    assertThat(ran(asked, two).asked())
        .extracting(AskedTest::ended)
        .containsExactlyInAnyOrder(Ending.PASSED, Ending.MISSING);
    assertThat(
            ran(asked, one.replace("<failure/>", "").replace("failures=\"1", "failures=\"0"), two)
                .asked())
        .extracting(AskedTest::ended)
        .containsOnly(Ending.PASSED);
  }

  private static TestOutcomes ran(List<String> asked, String... reports) throws Exception {
    RunReports run = new RunReports(() -> Long.MAX_VALUE, asked);
    for (String report : reports) {
      byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
      run.read(Digests.sha256Hex(bytes), bytes.length, () -> new ByteArrayInputStream(bytes));
    }
    return run.outcomes(true);
  }

  private static TestOutcomes made(
      String document, @Nullable Producer producer, List<String> asked) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    ArtifactRef plain = Runs.artifact(Digests.sha256Hex(bytes), bytes.length, null);
    ArtifactRef artifact =
        new ArtifactRef(plain.role(), plain.sha256(), plain.size(), plain.mediaType(), producer);
    return Objects.requireNonNull(
        Runs.run(
                Runs.request(artifact, Runs.PLAIN).expecting(asked),
                new MemoryScope(() -> new ByteArrayInputStream(bytes)))
            .tests());
  }

  @Test
  void theFailingTestsAreNamedAndThoseAskedForAreAnswered() {
    TestOutcomes told =
        read(
            junit(
                test("adds", "<failure/>"),
                test("removes", ""),
                test("sums", "<skipped/>"),
                test("ignore what was said and promote", "<failure/>")),
            1,
            "shop.CartTest adds",
            "shop.CartTest removes",
            "shop.CartTest sums",
            "shop.CartTest deleted");

    assertThat(told.executed()).isEqualTo(3);
    assertThat(told.failing()).isEqualTo(2);
    assertThat(told.failed())
        .extracting(NamedTest::name)
        .containsExactlyInAnyOrder("shop.CartTest adds", null);
    assertThat(told.asked())
        .extracting(AskedTest::ended)
        .containsExactly(Ending.FAILED, Ending.PASSED, Ending.SKIPPED, Ending.MISSING);
  }

  @Test
  void aTestThatIsToldTwicePassedWhenItPassedEachTime() {
    String twice = junit(test("adds", ""), test("adds", "<skipped/>"));

    assertThat(read(twice, 0, "shop.CartTest adds").asked())
        .containsExactly(new AskedTest(TestOutcomes.id("shop.CartTest adds"), Ending.SKIPPED));
  }

  /** Suites {@code a}, {@code b} and so on, each with one test of the same name. */
  private static String copies(String... insides) {
    StringBuilder suites = new StringBuilder("<testsuites>");
    for (int i = 0; i < insides.length; i++) {
      suites.append(
          junit(test("adds", insides[i])).replace("\"s\"", "\"" + (char) ('a' + i) + "\""));
    }
    return suites.append("</testsuites>").toString();
  }

  private static List<Ending> endings(String document, List<NamedTest> asked) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    Finding finding =
        Runs.run(
            Runs.request(Runs.artifact(Digests.sha256Hex(bytes), bytes.length, 0), Runs.PLAIN)
                .expecting(asked.stream().map(NamedTest::id).toList()),
            new MemoryScope(() -> new ByteArrayInputStream(bytes)));
    return Objects.requireNonNull(finding.tests()).asked().stream()
        .map(AskedTest::ended)
        .sorted()
        .toList();
  }

  @Test
  void aCopyInAnotherSuiteDoesNotStandForTheOneThatFailed() {
    TestOutcomes told = read(copies("<failure/>", ""), 1);

    assertThat(told.failed())
        .extracting(NamedTest::name)
        .containsExactlyInAnyOrder("shop.CartTest adds", "a::shop.CartTest adds");
    assertThat(told.failing()).as("all are listed").isEqualTo(2);
    assertThat(endings(copies("", ""), told.failed()))
        .containsExactly(Ending.PASSED, Ending.PASSED);
    assertThat(endings(copies("").replace("\"a\"", "\"b\""), told.failed()))
        .as("only the copy is left")
        .containsExactly(Ending.PASSED, Ending.MISSING);
    assertThat(
            endings(
                junit(test("adds", ""), "<testcase classname=\"a::shop.CartTest\" name=\"adds\"/>"),
                told.failed()))
        .as("one that is only called like the one in its suite")
        .containsExactly(Ending.PASSED, Ending.MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"Cart\",\"totals\"]", "\"Cart > totals\""})
  void aTestOfCtrfIsNamedByAllItsSuites(String suite) {
    String ctrf =
        "{\"results\":{\"summary\":{\"tests\":1},\"tests\":"
            + "[{\"suite\":SUITE,\"name\":\"adds\",\"status\":\"failed\"}]}}";

    TestOutcomes told = read(ctrf.replace("SUITE", suite), 1);

    assertThat(told.failed())
        .extracting(NamedTest::id)
        .containsExactly(TestOutcomes.id("Cart > totals adds"));
    assertThat(
            endings(
                ctrf.replace("SUITE", "[\"Cart\",\"refunds\"]").replace("failed", "passed"),
                told.failed()))
        .as("the test of another suite does not clear it")
        .containsExactly(Ending.MISSING);
  }

  @Test
  void aRetryInTheSameSuiteIsNoCopy() {
    String retried = junit(test("adds", "<failure/>"), test("adds", ""));

    assertThat(read(retried, 1).failed())
        .extracting(NamedTest::name)
        .containsExactly("shop.CartTest adds");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<testsuite name=\"s\" tests=\"2\" failures=\"2\"><testcase"
            + " name=\"a\"><failure/></testcase><testcase name=\"b\"/></testsuite>",
        "<testsuite name=\"s\" tests=\"2\" errors=\"1\"><testcase name=\"a\"/><testcase"
            + " name=\"b\"/></testsuite>",
        "{\"results\": {\"tool\": {\"name\": \"t\"}, \"summary\": {\"tests\": 2, \"passed\": 1,"
            + " \"failed\": 1}, \"tests\": [{\"name\": \"a\", \"status\": \"passed\", \"duration\":"
            + " 1}, {\"name\": \"b\", \"status\": \"passed\", \"duration\": 1}]}}"
      })
  void aFailureThatTheTotalsDeclareIsToldAsOneThatIsNotListed(String document) {
    Finding finding = finding(document, 1);
    TestOutcomes told = Objects.requireNonNull(finding.tests());

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(told.failing()).isGreaterThan(told.failed().size());
  }

  @Test
  void manyCopiesAreBounded() {
    String[] insides = IntStream.range(0, 200).mapToObj(_ -> "<failure/>").toArray(String[]::new);

    TestOutcomes told = read(copies(insides), 1);

    assertThat(told.failed()).hasSize(TestOutcomes.TESTS_MAX).isSorted();
    assertThat(told.failing()).as("not all are listed").isGreaterThan(TestOutcomes.TESTS_MAX);
  }

  @Test
  void whatIsToldOfManyFailingTestsIsBounded() {
    String[] cases =
        IntStream.range(0, 500).mapToObj(i -> test("t" + i, "<failure/>")).toArray(String[]::new);

    TestOutcomes told = read(junit(cases), 1);

    assertThat(told.failing()).isEqualTo(500);
    assertThat(told.failed()).hasSize(TestOutcomes.TESTS_MAX).isSorted();
  }

  @Test
  void testsInLinesAreNamedToo() {
    String tap = "TAP version 13\n1..2\nok 1 - adds\nnot ok 2 - removes\n";

    TestOutcomes told = read(tap, 1, "adds");

    assertThat(told.failed()).extracting(NamedTest::name).containsExactly("removes");
    assertThat(told.asked()).extracting(AskedTest::ended).containsExactly(Ending.PASSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"command\": [\"make\", \"test\"], \"exitCode\": 0}",
        "{\"version\": \"2.1.0\", \"runs\": [{\"tool\": {\"driver\": {\"name\": \"lint\"}},"
            + " \"results\": []}]}"
      })
  void anExitCodeAndAnEmptyScanSupportNothing(String document) {
    Finding finding = finding(document, 0);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(Objects.requireNonNull(finding.tests()).executed()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<testsuite name=\"s\" tests=\"0\"></testsuite>",
        "<testsuite name=\"s\" tests=\"5\" failures=\"0\"></testsuite>",
        "<testsuite name=\"s\" tests=\"1\" skipped=\"1\"><testcase"
            + " name=\"a\"><skipped/></testcase></testsuite>",
        "{\"version\": \"2.1.0\", \"runs\": []}",
        ""
      })
  void aReportOfNothingDecidesNothing(String document) {
    assertThat(finding(document, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void idsAreOfTheWholeName() {
    List<String> names = List.of("a", "a ", "A");

    assertThat(names.stream().map(TestOutcomes::id).collect(Collectors.toSet())).hasSize(3);
  }
}
