package dev.assay.cfverify.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cfverify.judge.ConsistencyJudge.Case;
import dev.assay.cfverify.judge.ConsistencyJudge.DowngradingJudge;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement.Consistent;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement.Contradicts;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement.Undecided;
import dev.assay.cfverify.judge.ConsistencyJudge.Support;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What speaks against a claim, what supports it, and what does neither. */
final class DeterministicJudgeTest {

  private final ConsistencyJudge judge = DeterministicJudge.demanding();

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

  /** Spellings that a reader takes for a number, and a scanner of ASCII digits does not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The limit is \uff11\uff10\uff10\uff10; limit = 10",
        "The limit is \u0661\u0660\u0660\u0660; limit = 10",
        "The limit is \u0967\u0966\u0966\u0966; limit = 10",
        "The limit is \ud835\udfcf\ud835\udfce\ud835\udfce; limit = 10",
        "The limit is one hundred; limit = 10",
        "The limit is a hundred; limit = 10",
        "The limit is a dozen; limit = 10",
        "The limit is twenty-five; limit = 20",
        "The limit is 10 lakh; limit = 10",
        "The limit is 10 000; limit = 10",
        "The share is 50\uff05; share = 5%",
        "The offset is \u20105; offset = 5",
        "The offset is \u20135; offset = 5",
        "The limit is 1e3; limit = 1e4"
      })
  void aNumberInAnotherSpellingIsAnotherNumberAllTheSame(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Contradicts.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The limit is 10; the limit was 10, now 20",
        "The limit is 10; the limit was 10 and is currently 20",
        "The limit is 10; limit: old value 10, new value 20",
        "The limit is IV; limit = 3",
        "The limit is xii; limit = 20",
        "The limit is 1.000; limit = 1000",
        "The limit is 1,000; limit = 1.000",
        "The limit is 1.234 ms; limit = 1234 ms",
        "The limit is 1\u00bd; limit = 1",
        "The limit is \u00bd; limit = 1",
        "The limit is \u2463; limit = 3",
        "The limit is \u2163; limit = 3",
        "The limit is 10\u00b2; limit = 10",
        "The limit is one hundred and five; limit = 100",
        "The time is 10 pm; time = 10 am",
        "The time is 13:30 UTC; time: 13:30 CET",
        "The date is 02/01/2024; date: 2024-01-02",
        "The offset is 5-; offset = 5",
        "The limit is 10; limit: 10,5",
        "The limit is 10; limit: 10 1/2",
        "The limit is 10; limit: 10 and a half",
        "The limit is 10; limit: 10 squared",
        "The limit is 10; limit: 10-fold",
        "The limit is 10; limit: 10 → 20",
        "The limit is 10; limit: from 10 up to 20",
        "The limit is 10; limit: √10",
        "The limit is 10; limit *= 10",
        "The limit is 10; limit = 10 // 2",
        "The limit is 10; limit: 10 per cent",
        "The limit is 10; limit: ≅10",
        "The price is 10 kr; price: 10 zl",
        "The price is CHF 10; price: SEK 10",
        "The limit is 10; limit: between 10 and 20",
        "The limit is 10; limit = 10 * 60",
        "The limit is 60; limit = 10 * 60",
        "The limit is 10; limit = 10*SECOND",
        "The limit is 1; limit = 1 << 20",
        "The limit is 2; limit = 2**10",
        "The limit is 10; limit = 10 - 3",
        "The timeout is 5 s; timeout = 5 * time.Second",
        "The price is A$10; price: US$10",
        "The power is 10 MW; power: 10 mW",
        "The timeout is half a second; timeout = 1 s",
        "The count is twice that; count is thrice that",
        "The count is none; count is 5",
        "The load halved; the load doubled",
        "There are no errors; 5 errors",
        "There are 5 errors; no errors",
        "The run has no retries; retries: 3",
        "10 of 10 tests passed; 7 of 10 tests passed",
        "Node 18 is needed, version 18; version: 18.x"
      })
  void whatMayBeReadInTwoWaysIsNotDecided(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Undecided.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The limit is 1,000; limit = 1000",
        "The limit is 1e3; limit = 1000",
        "The limit is 10 000; limit = 10000",
        "The limit is two dozen; limit = 24",
        "The limit was 10 and is now 20; the limit was 10, now 20",
        "The limit was 10; limit = 10",
        "Phase II has 10 tests; phase II: 10 tests",
        "The limit is twenty-five; limit = 25",
        "The limit is a thousand; limit = 1_000",
        "The offset is -0; offset = 0",
        "One of the tests fails; one test fails",
        "The limit is \uff11\uff10; limit = 10"
      })
  void theSameNumberInAnotherSpellingIsTheSame(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Consistent.class);
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
        "The feature can be enabled or disabled; feature: disabled",
        "isReady returns true; return ready ? true : false;",
        "port is 8080; port=8080",
        "The timeout is 30 seconds; timeout_ms: 30000",
        "The cache holds 2 KiB; cache.bytes=2048",
        "The limit is 1,000; LIMIT = 1_000",
        "Version 1.20 is used; version: v1.20",
        "The port is defined on line 42; port=8080",
        "The first 2nd-level cache; second level cache"
      })
  void aQuoteWithoutAContradictionIsConsistent(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Consistent.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The limit is 10; limit = 1000",
        "The limit is 1; limit = 3600",
        "The limit is 2; limit = 2048",
        "The limit is 60; limit = 1",
        "The timeout is 10 ms; timeout: 10 s",
        "The timeout is 10 ms; timeout = 10s",
        "The timeout is 10 ms; timeout_seconds = 10",
        "The timeout is 1 hour; timeout: 60 s",
        "The timeout is 90 seconds; timeout: 1m31s|retries: 90s",
        "The offset is -5; offset = 5",
        "The offset is 5; offset = -5",
        "The offset is 5; offset = −5",
        "The offset is minus 5; offset: 5",
        "The version is 1.10; version = 1.1",
        "The version is 1.1; version: 1.10",
        "Version v1.10 is used; version v1.1",
        "The version is 1.10.2; version = 1.1.2",
        "The version is 2.0.0; version = 2.0.0-rc1",
        "The limit is 10,000; limit = 1000",
        "The limit is 10k; limit = 10000000",
        "The limit is 10 million; limit = 10000",
        "The limit is 1e3; limit = 1e4",
        "The limit is 10^3; limit = 10000",
        "The cache holds 2 MiB; cache: 2 KiB",
        "The cache holds 2 KB; cache: 2 MB",
        "The rate is 5%; rate: 50%",
        "The rate is 10 requests per second; rate: 10/min",
        "The date is 2024-01-05; date: 2024-05-01",
        "The limit is not 10; limit = 10",
        "The limit is 10; limit != 10",
        "The max size is 10; min size: 10|max size: 1000",
        "The read timeout is 5; connect|timeout: 5|read:|timeout: 30",
        "The port is 8080; timeout=8080x|port=9090",
        "Ten threads are used by the pool; pool threads: 1000",
        "The mask is 0xff; mask = 0xff00",
        "The 2nd attempt succeeded; 3rd attempt succeeded",
        "The second attempt succeeded; third attempt succeeded",
        "The offset is \u27965; offset = 5",
        "The date is 3 May 2024; date: 3 June 2024",
        "The date is May 3, 2024; date: May 3, 2025",
        "It is due in March 2024; due in April 2024",
        "Version 1.0 is used; version 1.0-SNAPSHOT",
        "The library is at 1.0; library at 1.0-rc2",
        "The duration is 1 h; duration: 1 h 30 min",
        "The temperature is 10 degrees Celsius; temperature = 10 degrees Fahrenheit",
        "The distance is 10 miles; distance = 10 nautical miles",
        "The weight is 10 lbs; weight = 10 oz",
        "The angle is 10 degrees; angle = 10 radians",
        "The energy is 10 kWh; energy = 10 kW",
        "The load rose by 10%; the load fell by 10%",
        "Step 3 is complete; step 5 is complete",
        "It retries three times; retries = 5"
      })
  void anotherNumberIsNeverSupported(String claim, String snippet) {
    assertThat(quoted(claim, snippet))
        .as(claim + " / " + snippet)
        .isNotInstanceOf(Consistent.class);
    assertThat(unquoted(claim, snippet)).isNotInstanceOf(Consistent.class);
    assertThat(rerun(claim, snippet)).isNotInstanceOf(Consistent.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The timeout is 10 s; timeout: 10",
        "The timeout is 10; timeout: 10 s",
        "The timeout is 10; timeout_ms: 10",
        "The timeout is 30 s; timeout: 30000",
        "The timeout is 5m; timeout: 5 minutes",
        "The limit is 2 KB; limit: 2048 bytes",
        "The limit is 2 KB; limit: 2000 bytes",
        "The price is $10; price: 10 EUR",
        "The price is $10; price: 10",
        "The rate is 0.5; rate: 50%",
        "The rate is 1/2; rate: 0.5",
        "The rate is 3/4; rate: 3/5",
        "The version is 1.10; version: v1.10.0",
        "It runs on Python 3.1; python: 3.10",
        "The limit is 10; limit: about 10",
        "The limit is 10; limit: ~10",
        "The limit is 10; limit > 10",
        "The limit is 10; limit >= 10",
        "The count is at least 10; count = 10",
        "The count is more than 10; count = 10",
        "The limit is 10; limit: 5-10",
        "The limit is 10; limit: 5 to 10",
        "The limit is 10; limit: 10+",
        "The loss is 5; loss (5)",
        "The mode is 644; mode = 0644",
        "The year is 2024; date: 2024-01-05",
        "The commit is 3; commit 3a5f9c",
        "The size is 1920; size: 1920x1080",
        "It uses sha256; digest = sha512(data)",
        "It retries 10 times; MAX_ATTEMPTS = 1000",
        "It has 7 handlers; 8 routes, handlers(a, b, c)",
        "The start is 10:30; start: 10:30:00",
        "The power is 10; power: 10⁶"
      })
  void whatCannotBeToldIsNotDecided(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Undecided.class);
    assertThat(rerun(claim, snippet)).isInstanceOf(Undecided.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The timeout is 90 seconds; timeout: 1m30s",
        "The timeout is 30 s; timeoutMs = 30000",
        "The timeout is 2 minutes; timeout: PT2M",
        "The timeout is 0.5 s; timeout: 500ms",
        "The timeout is one day or 24 hours; timeout: 1d",
        "The cache holds 2 MiB; cache: 2048 KiB",
        "The cache holds 512 MB; cache_mb: 512",
        "The cache holds 512MB; cache: 512 megabytes",
        "The limit is 10k; limit = 10000",
        "The limit is 2.5 million; limit = 2,500,000",
        "The limit is 1e3; limit = 1000",
        "The limit is 10^6; limit = 1_000_000",
        "The mask is 255; mask = 0xFF",
        "The offset is -5; offset = -5",
        "The offset is minus 5; offset: −5",
        "The offset is -5; <offset>-5</offset>",
        "The rate is 50 percent; rate: 50%",
        "The price is 10 dollars; price: $10.00",
        "The price is $10; price: 10 USD",
        "The rate is 60 requests per minute; rate: 1/s",
        "The rate is 10 MB/s; rate: 10 MB per second",
        "Version 1.10 is used; version: v1.10",
        "The version is 2.0.0-rc1; version = 2.0.0-rc1",
        "The limit is about 10; limit: ~10",
        "At most 10 connections are allowed; maxConnections = 10",
        "The limit is at most 10; limit: up to 10",
        "The range is 5-10; range: 5 to 10",
        "The rate is 3/4; rate: 3/4",
        "The mode is 0644; mode = 0644",
        "The limit is not 10; limit != 10",
        "The host is 10.0.0.1 and the port 8080; listen 10.0.0.1:8080",
        "The timeout is 30; <timeout>30</timeout>",
        "The date is 2024-01-05; date: 2024/1/5",
        "It returns 404 when the user is missing; if (!user) return res.status(404);",
        "It uses sha256; digest = sha256(data)",
        "claim 7; the text that was quoted",
        "Step 3 is complete; the steps are complete",
        "The date is January 5, 2024; date: 2024-01-05",
        "The date is 5 Jan 2024; date: 2024-01-05",
        "The timeout is 1 hour and 30 minutes; timeout: 90 min",
        "The limit is 10 * 60; limit = 10*60",
        "The port is 8080; the port is **8080** and open",
        "The port is 8080; port 8080 - the default",
        "10 of 10 tests passed; 10/10 tests passed",
        "The rate is 10 per cent; rate: 10%",
        "10 % of the users; 10% of users",
        "The price is CHF 10; price: 10 CHF",
        "The range is 5-10; range: 5…10",
        "There are no errors in 5 tests; 5 tests, no errors",
        "It uses C++17 at UTC+2; std = c++17, tz = utc+2",
        "It takes one second; takes 1 s",
        "The first test fails; first test: fail",
        "It may use 3 threads; threads = 3",
        "The temperature is 20 degrees Celsius; temperature: 20 °C",
        "The version is 2.5; version 2.5 - stable"
      })
  void equalAndConvertibleNumbersAreOne(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Consistent.class);
  }

  /** A quote proves that the text is there, not that it says as much. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "All tests pass; some tests pass",
        "All tests pass; almost all tests pass",
        "The test passes on all platforms; the test passes on most platforms",
        "Every request is logged; few requests are logged",
        "Both nodes are up; one of the nodes is up",
        "The retry always happens; the retry rarely happens",
        "The cache is always used; the cache is usually used",
        "TLS is enabled; TLS should be enabled",
        "TLS is enabled; TLS might be enabled",
        "TLS is enabled; TLS was enabled",
        "TLS is enabled; TLS is supposedly enabled",
        "TLS is enabled; TLS is enabled only in staging",
        "TLS is enabled; TLS is enabled except in production",
        "TLS is enabled; TLS is enabled unless debug is set",
        "TLS is enabled; is TLS enabled?",
        "TLS is enabled; // tls = true",
        "TLS is enabled; tls: off",
        "TLS is enabled; TLS_ENABLED=0",
        "TLS is enabled; run --no-tls",
        "Users can delete posts; only admins can delete posts",
        "Users can delete posts; users may no longer delete posts",
        "The max is 10; min = 10",
        "The input is 10; output: 10",
        "The average is 10; median: 10",
        "It returns the first item; returns the last item",
        "The job runs before the deploy; the job runs after the deploy",
        "3 tests passed; 3 tests skipped",
        "The user is alice; user: bob",
        "The default branch is main; default branch: master",
        "The log level is INFO; log level: DEBUG",
        "It expires on Monday; expires on Tuesday",
        "The endpoint is authenticated; the endpoint is unauthenticated"
      })
  void aSnippetThatSaysLessSupportsNothing(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Undecided.class);
  }

  /** Pairs of words that are never both so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The build passed; the build failed",
        "3 of 4 checks passed; 3 of 4 checks failed",
        "The field is required; the field is optional",
        "The token is valid; the token is invalid",
        "The API is synchronous; the API is asynchronous",
        "The connection is encrypted; the connection is in plaintext",
        "The service is stateless; the service is stateful",
        "The port is open; port: closed",
        "The list is sorted ascending; the list is sorted descending",
        "The endpoint accepts JSON; the endpoint rejects JSON"
      })
  void theOppositeInAnotherWordIsAContradiction(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Contradicts.class);
  }

  /** The same in other words, or in code. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "All tests pass; all tests pass",
        "TLS should be enabled; TLS should be enabled",
        "Only admins can delete posts; only admins can delete posts",
        "The server retries 3 times; The server will retry 3 times.",
        "The tests pass; 12 passed, 0 failed",
        "The API requires authentication; All API endpoints require authentication.",
        "It supports Postgres; Supported databases: Postgres, MySQL",
        "The output is written to a file; writes the output to file",
        "Requests are logged before they are handled; log(request)|handle(request)",
        "The limit of the Pro plan is 20; Pro,20|Free,10",
        "The service uses Redis for caching; cache = Redis(host)"
      })
  void aSnippetThatSaysAsMuchSupports(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Consistent.class);
  }

  /** As the specification has it: consistent, and the quote is there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Nothing in common; a quote was found anyway; true",
        "The adder returns the sum; return a + b; true",
        "The limit is 7; the text that was quoted; true",
        "The service uses MySQL; limit: 20 on Linux; true",
        "The limit is 5; limit = debug ? 5 : 50; true",
        "The key is null; key != null; false",
        "All tests pass; some tests pass; false",
        "TLS is enabled; TLS is disabled; false"
      })
  void theSpecificationTakesAQuoteThatContradictsNothing(
      String claim, String snippet, boolean consistent) {
    ConsistencyJudge specified = DeterministicJudge.asSpecified();

    assertThat(specified.judge(new Case(claim, snippet, Support.QUOTED)) instanceof Consistent)
        .isEqualTo(consistent);
  }

  /** A claim is told by its names, its numbers and all words of a sentence, in their order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Nothing in common; a quote was found anyway",
        "The limit is 7; the text that was quoted",
        "The pool has 10 threads; new ThreadPool(config)",
        "TLS is enabled; debug: disabled|verbose: disabled|quiet: disabled",
        "A depends on B; B depends on A",
        "Module core imports module web; module web imports module core",
        "The service uses MySQL; the service uses Postgres",
        "Coverage is 80%; 80% of lines excluded",
        "The range is [1,5]; range: [1,5)",
        "The key is null; key != null",
        "The flag is true; flag = !true",
        "The queue is durable; queue = Queue(durable=False)",
        "The tests failed; none of the tests failed",
        "The tests failed; no tests failed",
        "The tests failed; 0 tests failed",
        "TLS is enabled; TLS will be enabled",
        "The limit is zehn; limit = 20",
        "The limit is \u5341; limit = 20",
        "Revenue in 2023 was 10; 2023: 20, 2024: 10",
        "The limit on Windows is 20; limit: 20 on Linux, 10 on Windows",
        "Plan B costs 10; A,10|B,20"
      })
  void aQuoteThatDoesNotTellTheClaimSupportsNothing(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).as(claim + " / " + snippet).isInstanceOf(Undecided.class);
  }

  /** What the snippet says in another line, or of another case, is not what the claim says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The port is 8080; port = 8080|port = 9090",
        "The port is 8080; port is 8080|port is 9090",
        "The port is 8080; # port = 8080|port = 9090",
        "The port is 8080; // port: 8080,|port: 9090,",
        "The timeout is 30 s; -timeout: 30s|+timeout: 10s",
        "The timeout is 30 s; <<<<<<< ours|timeout: 30s|=======|timeout: 10s|>>>>>>> theirs",
        "TLS is enabled; tls: enabled|tls: disabled",
        "TLS is enabled; # tls: enabled|tls: disabled",
        "The limit is 5; limit = debug ? 5 : 50",
        "The limit is 5; limit = 5 if debug else 50",
        "Access is allowed; access is disallowed"
      })
  void aSnippetThatSaysTwoThingsSupportsNeither(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Undecided.class);
    assertThat(judge.judge(new Case(claim, snippet.replace("|", "\n"), Support.RERUN)))
        .isInstanceOf(Undecided.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The port is 9090; # port = 8080|port = 9090",
        "The timeout is 10 s; -timeout: 30s|+timeout: 10s",
        "The http port is 8080; http:|  port: 8080|admin:|  port: 9090",
        "The port is 8080; port = 8080|admin.port = 9090",
        "The port is 8080; port = 8080|port = 8080",
        "The limit is 5 in debug; limit = debug ? 5 : 50",
        "The port is 8080; [http]|port = 8080|[admin]|port = 9090"
      })
  void anotherLineThatSaysNothingElseOfItTakesNothingBack(String claim, String snippet) {
    assertThat(quoted(claim, snippet)).isInstanceOf(Consistent.class);
  }

  /** Lies and honest claims that were written before the rules they are held against. */
  @Test
  void noLieOfTheListPassesAndHonestClaimsDo() {
    assertThat(listed("lies.txt").filter(this::isConsistent)).isEmpty();
    assertThat(listed("honest.txt").filter(pair -> !isConsistent(pair))).isEmpty();
    assertThat(listed("cautious.txt").map(pair -> quoted(pair[0], pair[1])))
        .isNotEmpty()
        .allMatch(judgement -> judgement instanceof Undecided);
  }

  private boolean isConsistent(String[] pair) {
    return quoted(pair[0], pair[1]) instanceof Consistent;
  }

  /** Lines of a claim and the snippet that is quoted for it. */
  private static Stream<String[]> listed(String name) {
    try (InputStream in = DeterministicJudgeTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("; ", 2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return judge.judge(new Case(claim, snippet.replace("|", "\n"), Support.RERUN));
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
  @Timeout(60)
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
    Case digits = new Case("The limit is 5", "limit 5 " + "1".repeat(400_000), Support.QUOTED);
    assertThat(judge.judge(digits)).isNotNull();
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
