package dev.assay.cfverify.cli;

import static dev.assay.cfverify.cli.SubResults.bytes;
import static dev.assay.cfverify.cli.SubResults.claiming;
import static dev.assay.cfverify.cli.SubResults.hashed;
import static dev.assay.cfverify.cli.SubResults.lines;
import static dev.assay.cfverify.cli.SubResults.quoted;
import static dev.assay.cfverify.cli.SubResults.symbol;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cfverify.cli.CfVerify.Run;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locators that name files, and what they find there. */
final class EvidenceTest {

  @TempDir Path root;
  private CfVerify command;

  @BeforeEach
  void files() throws IOException {
    command = new CfVerify(root);
    command.file("ten.txt", numbered(10)).file("long.txt", numbered(300));
  }

  private static String numbered(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "row-" + i + "-end\n")
        .collect(Collectors.joining());
  }

  private String statusOf(ObjectNode... evidence) {
    return command.verify(claiming("the rows are there", evidence).toString()).status();
  }

  @Test
  void onlyTheReferencedLinesCount() {
    assertThat(statusOf(quoted(lines("ten.txt", 5, 7), "row-8-end"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("ten.txt", 5, 7), "row-4-end"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("ten.txt", 5, 7), "row-5-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("ten.txt", 5, 7), "row-7-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("ten.txt", 5, 7), "row-5-end\nrow-6"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("ten.txt", 10, 10), "row-10-end"))).isEqualTo("ok");
  }

  @Test
  void caseAndInnerBlanksMatter() {
    assertThat(statusOf(quoted(lines("ten.txt", 5, 5), "ROW-5"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("ten.txt", 5, 5), "row -5"))).isEqualTo("failed");
  }

  @ParameterizedTest
  @CsvSource({"11,11", "10,3", "400,500", "9223372036854775807,9223372036854775807"})
  void linesThatDoNotExistFail(long start, long end) {
    assertThat(statusOf(quoted(lines("ten.txt", start, end), "row"))).isEqualTo("failed");
  }

  @Test
  void aRangeThatRunsPastTheEndReadsWhatIsThere() {
    assertThat(statusOf(quoted(lines("ten.txt", 9, 4_000_000_000L), "row-10-end"))).isEqualTo("ok");
    ObjectNode huge = lines("ten.txt", 9, 9).put("end", new BigInteger("1" + "0".repeat(60)));
    assertThat(statusOf(quoted(huge, "row-10-end"))).isEqualTo("ok");
    ObjectNode beyond = lines("ten.txt", 9, 9).put("start", new BigDecimal("1e300"));
    assertThat(statusOf(quoted(beyond, "row-10-end"))).isEqualTo("failed");
  }

  @Test
  void lineNumbersThatAreNoneAreUnverifiable() {
    for (String start : new String[] {"0", "-1", "1.5", "\"1\"", "null", "1e-400"}) {
      String document =
          claiming("rows", quoted(lines("ten.txt", 7, 9), "row"))
              .toString()
              .replace("\"start\":7", "\"start\":" + start);
      assertThat(command.verify(document).counts()).isEqualTo("1/0/0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing.txt", ".", "ten.txt/deeper", ""})
  void evidenceInWhatIsNoFileFails(String path) {
    assertThat(statusOf(quoted(lines(path, 1, 1), "row"))).isEqualTo("failed");
    assertThat(statusOf(quoted(symbol(path, "row"), "row"))).isEqualTo("failed");
  }

  @Test
  void aPipeIsNotWaitedFor() throws Exception {
    Process mkfifo =
        new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).inheritIO().start();
    assertThat(mkfifo.waitFor()).isZero();

    assertThat(statusOf(quoted(lines("pipe", 1, 1), "row"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("/dev/zero", 1, 1), "row"))).isEqualTo("partial");
    assertThat(statusOf(quoted(lines("/proc/self/environ", 1, 1), "PATH"))).isEqualTo("partial");
  }

  @Test
  void absolutePathsAreUsedUnlessJailed() throws IOException {
    Path inside = Files.createDirectory(root.resolve("inside"));
    String absolute = root.resolve("ten.txt").toString();
    String document = claiming("rows", quoted(lines(absolute, 1, 1), "row-1-end")).toString();
    String climbing = claiming("rows", quoted(lines("../ten.txt", 1, 1), "row-1-end")).toString();
    CfVerify jailed = new CfVerify(inside);

    assertThat(jailed.verify(document).status()).isEqualTo("ok");
    assertThat(jailed.verify(climbing).status()).isEqualTo("ok");
    assertThat(jailed.verify(document, "--jail").counts()).isEqualTo("1/0/0");
    assertThat(jailed.verify(climbing, "--jail").counts()).isEqualTo("1/0/0");
  }

  @Test
  void aJailResolvesLinksAndKeepsQuietAboutWhatIsMissingOutside() throws IOException {
    Path inside = Files.createDirectory(root.resolve("inside"));
    Files.createSymbolicLink(inside.resolve("out"), root.resolve("ten.txt"));
    Files.createSymbolicLink(inside.resolve("up"), root);
    Files.writeString(inside.resolve("real.txt"), "row-1-end\n");
    Files.createSymbolicLink(inside.resolve("near"), Path.of("real.txt"));
    CfVerify jailed = new CfVerify(inside);

    for (String path : new String[] {"out", "up/ten.txt", "up/none.txt", "../none.txt"}) {
      String document = claiming("rows", quoted(lines(path, 1, 1), "row-1-end")).toString();
      assertThat(jailed.verify(document, "--jail").counts()).as(path).isEqualTo("1/0/0");
    }
    String near = claiming("rows", quoted(lines("near", 1, 1), "row-1-end")).toString();
    assertThat(jailed.verify(near, "--jail").status()).isEqualTo("ok");
    String none = claiming("rows", quoted(lines("no/such", 1, 1), "row-1-end")).toString();
    assertThat(jailed.verify(none, "--jail").status()).isEqualTo("failed");
  }

  @Test
  void lineRangesAreTriedFirstAndAnyGoodEvidenceIsEnough() {
    assertThat(statusOf(quoted(bytes("ten.txt"), "x"), quoted(lines("ten.txt", 1, 1), "row-1")))
        .isEqualTo("ok");
    assertThat(
            statusOf(
                quoted(lines("ten.txt", 1, 1), "nowhere"),
                quoted(symbol("ten.txt", "row-3"), "row-5-end")))
        .isEqualTo("ok");
  }

  @Test
  void theFirstFailingEvidenceInOrderOfPreferenceIsReported() {
    ObjectNode symbol = quoted(symbol("ten.txt", "no such symbol"), "x");
    ObjectNode range = quoted(lines("ten.txt", 1, 1), "nowhere");

    Run run = command.verify(claiming("rows", symbol, range).toString());

    assertThat(run.counts()).isEqualTo("1/0/1");
    assertThat(run.failure(0).path("evidence").toString()).isEqualTo(range.toString());
  }

  @Test
  void aBadItemConcernsOnlyItself() {
    ObjectNode noLocator = SubResults.MAPPER.createObjectNode().put("source", "s");
    ObjectNode unknown = quoted(SubResults.hint("telepathy"), "q");
    ObjectNode noPath = quoted(lines("x", 1, 1).without("path"), "q");

    assertThat(statusOf(noLocator, unknown, noPath)).isEqualTo("partial");
    assertThat(statusOf(noLocator, unknown, noPath, quoted(lines("ten.txt", 1, 1), "row-1")))
        .isEqualTo("ok");
  }

  @Test
  void theWindowOfASymbolIsSixtyLinesFromTenBefore() {
    assertThat(statusOf(quoted(symbol("long.txt", "row-100-"), "row-90-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("long.txt", "row-100-"), "row-89-end"))).isEqualTo("failed");
    assertThat(statusOf(quoted(symbol("long.txt", "row-100-"), "row-149-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("long.txt", "row-100-"), "row-150-end"))).isEqualTo("failed");
  }

  @Test
  void theWindowIsClampedAtTheFirstLine() {
    assertThat(statusOf(quoted(symbol("long.txt", "row-3-"), "row-1-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("long.txt", "row-3-"), "row-60-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("long.txt", "row-3-"), "row-61-end"))).isEqualTo("failed");
    assertThat(statusOf(quoted(symbol("long.txt", "row-11-"), "row-1-end"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("long.txt", "row-12-"), "row-1-end"))).isEqualTo("failed");
  }

  @Test
  void theFirstOfSeveralDefinitionsIsUsed() throws IOException {
    command.file(
        "two.py", "def f():\n  return 'one'\n" + "#\n".repeat(100) + "def f():\n  return 'two'\n");

    assertThat(statusOf(quoted(symbol("two.py", "def f"), "'one'"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("two.py", "def f"), "'two'"))).isEqualTo("failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator()", "a.b", "$x", "[0-9]+", "(a|b)*", "\\w", "größe", "aab"})
  void aSymbolIsFoundLiterally(String symbol) throws IOException {
    command.file("s.txt", "axb aXb\n" + "-\n".repeat(80) + "aa" + symbol + "\nafter\n");

    assertThat(statusOf(quoted(symbol("s.txt", symbol), "after"))).isEqualTo("ok");
    assertThat(statusOf(quoted(symbol("s.txt", symbol + "!"), "after"))).isEqualTo("failed");
  }

  @Test
  void lineEndsOfTheFileAndTheQuoteMayDiffer() throws IOException {
    command.file("crlf.txt", "one\r\ntwo\r\nthree\r\n").file("lf.txt", "one\ntwo\nthree");

    assertThat(statusOf(quoted(lines("crlf.txt", 1, 2), "one\ntwo"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("lf.txt", 1, 2), "one\r\ntwo"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("lf.txt", 3, 3), "three"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("lf.txt", 4, 4), "three"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("crlf.txt", 4, 4), "three"))).isEqualTo("failed");
    assertThat(statusOf(quoted(lines("lf.txt", 1, 3), "one two"))).isEqualTo("failed");
  }

  @Test
  void textBeyondAsciiAndBytesThatAreNoTextAreRead() throws IOException {
    command.file("u.txt", "größe = 5 µm \ud83d\ude00\n");
    Files.write(root.resolve("latin1.txt"), new byte[] {'g', 'r', (byte) 0xf6, (byte) 0xdf, '\n'});

    assertThat(statusOf(quoted(lines("u.txt", 1, 1), "größe = 5 µm \ud83d\ude00"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("latin1.txt", 1, 1), "gr\ufffd\ufffd"))).isEqualTo("ok");
    assertThat(statusOf(quoted(lines("latin1.txt", 1, 1), "grö"))).isEqualTo("failed");
  }

  @Test
  void aQuoteAcrossTheReadersBuffersIsFound() throws IOException {
    String quote = "needle-\u00fc".repeat(30);
    for (int padding : new int[] {16_380, 65_530, 131_060}) {
      command.file("wide.txt", "first\n" + "x".repeat(padding) + quote + "y\nlast\n");

      assertThat(statusOf(quoted(lines("wide.txt", 2, 2), quote))).isEqualTo("ok");
      assertThat(statusOf(quoted(lines("wide.txt", 1, 1), quote))).isEqualTo("failed");
      assertThat(statusOf(quoted(lines("wide.txt", 3, 3), "last"))).isEqualTo("ok");
    }
  }

  @Test
  void anEmptyQuoteIsNoQuote() {
    assertThat(
            command
                .verify(claiming("row end", quoted(lines("ten.txt", 1, 1), "")).toString())
                .status())
        .isEqualTo("ok");
    assertThat(
            command
                .verify(claiming("bananas ripen", quoted(lines("ten.txt", 1, 1), "")).toString())
                .status())
        .isEqualTo("partial");
  }

  @Test
  void aMatchingHashProvesTheQuote() throws IOException {
    command.file("h.txt", "  alpha beta  \ngamma\ndelta\n");
    for (String quote :
        new String[] {
          "  alpha beta  ",
          "alpha beta",
          "  alpha beta  \ngamma\ndelta",
          "  alpha beta  \ngamma\ndelta\n",
          "gamma\ndelta",
          "gamma"
        }) {
      String hash = "sha256:" + Digests.sha256Hex(quote);
      assertThat(statusOf(hashed(lines("h.txt", 1, 3), hash))).as(quote).isEqualTo("ok");
    }
    assertThat(statusOf(hashed(lines("h.txt", 1, 1), "sha256:" + Digests.sha256Hex("gamma"))))
        .isEqualTo("partial");
  }

  @Test
  void aDifferentHashLeavesTheJudgementToTheSnippet() throws IOException {
    command.file("app.conf", "port=8080\n");
    ObjectNode evidence = hashed(lines("app.conf", 1, 1), "sha256:0123");

    assertThat(command.verify(claiming("port is 8080", evidence).toString()).status())
        .isEqualTo("ok");
    assertThat(command.verify(claiming("port is 9090", evidence).toString()).status())
        .isEqualTo("failed");
  }

  @Test
  void aSnippetThatContradictsTheClaimFailsEvenWithItsQuote() throws IOException {
    command.file("f.conf", "feature.tls=disabled\n");
    ObjectNode evidence = quoted(lines("f.conf", 1, 1), "feature.tls=disabled");

    Run run = command.verify(claiming("The tls feature is enabled", evidence).toString());

    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.failure(0).path("reason").asText()).contains("opposite", "lines 1-1");
  }

  @Test
  void failuresNeverShowWhatTheFileHolds() throws IOException {
    command.file("secret.txt", "password=hunter2\n");

    Run run =
        command.verify(
            claiming("password is 5", quoted(lines("secret.txt", 1, 1), "password=5")).toString());

    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.stdout() + run.stderr()).doesNotContain("hunter2");
  }
}
