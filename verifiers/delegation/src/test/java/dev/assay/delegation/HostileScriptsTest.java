package dev.assay.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.delegation.DelegationException.ErrorKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts that mean harm are stopped with a clear error, and nobody else notices. */
class HostileScriptsTest {

  private static final String LOOP =
      "def run(result):\n  for i in range(1000000000):\n    pass\n  return True\n";

  private static Scripted script(String body) {
    return Scripted.saying("x").verify("def run(result):\n  " + body.replace("\\n", "\n") + "\n");
  }

  private static DelegationException failure(Scripted scripted) {
    return catchThrowableOfType(DelegationException.class, scripted::run);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "for i in range(1000000000):\\n    pass ~ step budget exceeded",
        "s = 'x'\\n  for i in range(100):\\n    s = s + s ~ memory budget exceeded",
        "l = [1]\\n  for i in range(100):\\n    l = l + l ~ memory budget exceeded",
        "return 'x' * 1000000000 ~ memory budget exceeded",
        "x = 7\\n  for i in range(100):\\n    x = x * x ~ integer size budget exceeded",
        "return run(result) ~ called recursively",
        "a = [1]\\n  for i in range(60):\\n    a = [a, a]\\n  return str(a) ~ budget exceeded",
        "a = []\\n"
            + "  for i in range(100000):\\n"
            + "    a = [a]\\n"
            + "  return json.encode(a) ~ depth budget exceeded",
        "return json.decode('[' * 100000) ~ depth budget exceeded",
        "t = 'a' * 1000000\\n  return re.match('(a*)*b', t * 4)['matched'] ~ budget exceeded",
        "return re.match('((a{100}){100}){100}', 'a') ~ expected a pattern of at most",
        "return re.match('(a|b|ab)*' * 300, 'x') ~ expected a pattern of at most",
        "t = 'a' * 200000\\n  return len(re.find_all('a.*b|a', t)) ~ step budget exceeded",
        "for i in range(100):\\n    http.get('http://127.0.0.1:9/') ~ no host is allowed",
        "return string.pad_left('x', 2000000000) ~ memory budget exceeded",
        "return base64.encode('x' * 60000000) ~ memory budget exceeded",
        "return fs.stat('a/' * 100000) ~ parts, found more"
      })
  void eachIsAHardErrorThatNamesWhatRanOut(String body, String expected) {
    long started = System.nanoTime();

    DelegationException failure = failure(script(body));

    assertThat(failure.kind()).isEqualTo(ErrorKind.VERIFICATION_FAILED);
    assertThat(failure.isExhausted()).isFalse();
    assertThat(failure.getMessage()).contains(expected);
    assertThat(System.nanoTime() - started).isLessThan(TimeUnit.SECONDS.toNanos(60));
  }

  @Test
  void aScriptThatLogsWithoutEndIsCutOff() throws Exception {
    Scripted scripted =
        script("for i in range(5000):\\n    log('x' * 5000)\\n    print('y')\\n  return True");

    var _ = scripted.run();

    assertThat(scripted.log).hasSize(DelegationLimits.LOG_LINES_MAX + 1);
    assertThat(scripted.log.getLast()).isEqualTo("more lines are not shown");
    assertThat(scripted.log).allMatch(line -> line.length() <= DelegationLimits.TEXT_CHARS_MAX);
  }

  @Test
  void whatAScriptPrintsAndLogsIsCountedTogetherAndKeepsItsOrder() throws Exception {
    Scripted scripted = script("log('a')\n  print('b')\n  log('c')\n  return True");

    var _ = scripted.run();

    assertThat(scripted.log).containsExactly("a", "b", "c");
  }

  @Test
  void neighboursAreAllServedWhileHostileScriptsRun() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<DelegationException>> hostile = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        hostile.add(threads.submit(() -> failure(Scripted.saying("x").verify(LOOP))));
      }
      List<Future<Boolean>> neighbours = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        neighbours.add(
            threads.submit(() ->
                Scripted.saying("x")
                    .verify("def run(result):\n  return result['response'] == 'x'\n")
                    .run()
                    .verified()));
      }
      for (Future<Boolean> neighbour : neighbours) {
        assertThat(neighbour.get(60, TimeUnit.SECONDS)).isTrue();
      }
      for (Future<DelegationException> stopped : hostile) {
        assertThat(stopped.get(60, TimeUnit.SECONDS)).hasMessageContaining("step budget exceeded");
      }
    }
  }

  @Test
  void anInterruptedVerificationEndsAtOnceAsInterrupted() throws Exception {
    String slow =
        "def run(result):\n  for i in range(100000000):\n    x = str(range(10))\n  return True\n";
    List<Throwable> seen = new ArrayList<>();
    Thread thread =
        Thread.ofVirtual()
            .start(() ->
                seen.add(
                    catchThrowableOfType(Throwable.class, Scripted.saying("x").verify(slow)::run)));
    thread.interrupt();

    assertThat(thread.join(java.time.Duration.ofSeconds(30))).isTrue();
    assertThat(seen.getFirst()).isInstanceOf(InterruptedException.class);
  }
}
