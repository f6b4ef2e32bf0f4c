package dev.assay.subresult.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.subresult.judge.ConsistencyJudge.Case;
import dev.assay.subresult.judge.ConsistencyJudge.Support;
import dev.assay.subresult.judge.Judgement.Consistent;
import dev.assay.subresult.judge.Judgement.Contradicts;
import dev.assay.subresult.judge.Judgement.Undecided;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What speaks against a claim, what supports it, and what does neither. */
final class DeterministicJudgeTest {

  private final ConsistencyJudge judge = new DeterministicJudge();

  private Judgement quoted(String claim, String snippet) {
    return judge.judge(new Case(claim, snippet.replace("|", "\n"), Support.QUOTED));
  }

  private Judgement unquoted(String claim, String snippet) {
    return judge.judge(new Case(claim, snippet.replace("|", "\n"), Support.UNQUOTED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "TLS is enabled; tls = disabled",
        "TLS is enabled; tls: false",
        "TLS is enabled by default; tls.enabled: false",
        "TLS is enabled; tls.disabled: true",
        "The index is present; index.exists = false",
        "The cache is disabled; cache.enabled=true",
        "The index file is present; index file is missing",
        "isReady returns true; boolean isReady() {|  return false;|}",
        "The server supports IPv6; the server does not support IPv6",
        "The server doesn't support IPv6; this server supports IPv6",
        "The flag is not enabled; flag: enabled",
        "port is 8080; port=9090",
        "The retry limit is 3; int retryLimit = 5;",
        "It answers with 200 items; {\"items\": 150}",
        "The version is 1.2.3; version = \"1.3.0\"",
        "The mask is 0xff; mask = 0x0f"
      })
  void theOppositeIsAContradictionEvenWithAQuote(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Contradicts.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "TLS is enabled; tls = enabled",
        "TLS is enabled; tls.disabled: false",
        "Auth is disabled by default; auth.enabled: false",
        "The retry option is present; retry: false",
        "A missing config raises an error; if not config: raise Error(config)",
        "isAdmin returns true for admins when asked; if (role != admin) return false;",
        "isAdmin returns true for admins; if (role != admin) return false;",
        "The entry point is main; export async function main()",
        "It returns 404 when the user is missing; if (!user) return res.status(404);",
        "TLS is enabled; debug: false|tls: true|trace: false",
        "TLS is enabled; debug: disabled|verbose: disabled|quiet: disabled",
        "The feature can be enabled or disabled; feature: disabled",
        "isReady returns true; return ready ? true : false;",
        "port is 8080; port=8080",
        "The timeout is 30 seconds; timeout_ms: 30000",
        "The cache holds 2 KiB; cache.bytes=2048",
        "The limit is 1,000; LIMIT = 1_000",
        "Version 1.20 is used; version: v1.20",
        "The port is defined on line 42; port=8080",
        "The first 2nd-level cache; second level cache",
        "Nothing in common; a quote was found anyway"
      })
  void aQuoteWithoutAContradictionIsConsistent(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Consistent.class);
  }

  @Test
  void withoutAQuoteTheNumbersOfTheClaimMustBeThere() {
    assertThat(unquoted("The pool has 10 threads", "new ThreadPool(config)"))
        .isInstanceOf(Contradicts.class);
    assertThat(unquoted("The pool has 10 threads", "new ThreadPool(10)"))
        .isInstanceOf(Consistent.class);
  }

  @Test
  void withoutAQuoteAnUnrelatedSnippetSupportsNothing() {
    assertThat(unquoted("Login uses OAuth", "int x = y;")).isInstanceOf(Undecided.class);
    assertThat(unquoted("Login uses OAuth", " |\t")).isInstanceOf(Undecided.class);
    assertThat(unquoted("Login uses OAuth", "login(oauthClient)")).isInstanceOf(Consistent.class);
  }

  @Test
  void aRerunNeedsMoreInCommonAndMissingNumbersDecideNothing() {
    assertThat(rerun("The limit of the export is 5", "export limit")).isInstanceOf(Undecided.class);
    assertThat(rerun("Export writes columns to parquet files", "weather and files"))
        .isInstanceOf(Undecided.class);
    assertThat(rerun("Export writes parquet files", "Parquet files come from export"))
        .isInstanceOf(Consistent.class);
  }

  private Judgement rerun(String claim, String snippet) {
    return judge.judge(new Case(claim, snippet, Support.RERUN));
  }

  @Test
  void aSecondJudgeCanOnlyMakeItWorse() {
    ConsistencyJudge optimist = subject -> new Consistent();
    ConsistencyJudge pessimist = subject -> new Contradicts("no");
    Case subject = new Case("c", "s", Support.QUOTED);

    assertThat(new DowngradingJudge(optimist, pessimist).judge(subject))
        .isInstanceOf(Contradicts.class);
    assertThat(new DowngradingJudge(pessimist, optimist).judge(subject))
        .isInstanceOf(Contradicts.class);
    assertThat(new DowngradingJudge(s -> new Undecided("?"), optimist).judge(subject))
        .isInstanceOf(Undecided.class);
  }

  @Test
  void anyTextIsJudgedQuicklyAndTheSameWayTwice() {
    Random random = new Random(3);
    List<Support> supports = List.of(Support.values());
    String alphabet = "ab \n0129.,_'!xX=:v-\ud800é\u2019";
    for (int round = 0; round < 2_000; round++) {
      Case subject =
          new Case(
              text(random, alphabet),
              text(random, alphabet),
              supports.get(round % supports.size()));
      assertThat(judge.judge(subject)).isEqualTo(judge.judge(subject));
    }
    Case large =
        new Case("port 1 2 3 not enabled ".repeat(80), "port 7 ".repeat(40_000), Support.RERUN);
    assertThat(judge.judge(large)).isNotNull();
    assertThat(judge.judge(new Case("x ".repeat(2_000), "x", Support.QUOTED)))
        .isInstanceOf(Undecided.class);
  }

  private static String text(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i >= 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
