package dev.assay.delegation.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationException.ErrorKind;
import dev.assay.delegation.Scripted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a verifier script may return, and what makes it a broken one. */
class InlineVerifierTest {

  private static Scripted returning(String expression) {
    return Scripted.saying("done").verify("def run(result):\n  return " + expression + "\n");
  }

  private static DelegationException failure(Scripted scripted) {
    return catchThrowableOfType(DelegationException.class, () -> scripted.within(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "True",
        "'true'",
        "json.encode(True)",
        "json.encode({'verified': True})",
        "'{\"verified\": true, \"reason\": null, \"more\": [1]}'",
        "' {\"verified\":true}\\n'"
      })
  void theseAccept(String expression) throws Exception {
    assertThat(returning(expression).run().attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "False | verifier returned bare false",
        "'false' | verifier returned bare false",
        "json.encode({'verified': False}) | verifier returned verified=false with no reason",
        "json.encode({'verified': False, 'reason': ''}) | verifier returned verified=false with no reason",
        "json.encode({'verified': False, 'reason': 'x'}) | x"
      })
  void theseRejectWithAReason(String expression, String reason) {
    Scripted scripted = returning(expression);

    DelegationException failure = failure(scripted);

    assertThat(failure.isExhausted()).isTrue();
    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(scripted.prompts.getLast())
        .startsWith("VERIFICATION FAILED on the previous attempt: " + reason + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "None",
        "{'verified': True}",
        "'some text'",
        "''",
        "1",
        "1.5",
        "[True]",
        "'null'",
        "'1'",
        "'{}'",
        "'{\"other\":1}'",
        "'{\"verified\":\"yes\"}'",
        "'{\"verified\":1}'",
        "'{\"verified\":null}'",
        "'{\"verified\":true,\"reason\":5}'",
        "'{\"verified\":true} x'",
        "'{\"verified\":true,\"verified\":false}'",
        "'True'",
        "json"
      })
  void everythingElseIsABrokenVerifierAfterOneAttempt(String expression) {
    Scripted scripted = returning(expression);

    DelegationException failure = failure(scripted);

    assertThat(failure.kind()).isEqualTo(ErrorKind.VERIFICATION_FAILED);
    assertThat(failure.isExhausted()).isFalse();
    assertThat(failure.getMessage()).startsWith("verify script error: verify: parse outcome \"");
    assertThat(scripted.prompts).hasSize(1);
    assertThat(scripted.recorded).isEqualTo("1 failed verification_failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "def run(result: | verify: compile script: delegation.verify:1",
        "def other(result):\\n  return True\\n | verify: script error: delegation.verify:1:1: expected the script to define a function run",
        "run = 3 | expected the script to define a function run, found int",
        "def run(result):\\n  return nothing\\n | verify: compile script: delegation.verify:2",
        "def run(result):\\n  return 1 // 0\\n | verify: script error: delegation.verify:2",
        "def run(result):\\n  fail('told')\\n | fail: told",
        "def run(result):\\n  return result['tool_calls']\\n | verify: script error: delegation.verify:2",
        "def run():\\n  return True\\n | verify: script error",
        "x = 1 // 0 | verify: script error: delegation.verify:1"
      })
  void brokenScriptsAreHardFailuresThatSayWhere(String source, String expected) {
    Scripted scripted = Scripted.saying("done").verify(source.replace("\\n", "\n"));

    DelegationException failure = failure(scripted);

    assertThat(failure.kind()).isEqualTo(ErrorKind.VERIFICATION_FAILED);
    assertThat(failure.isExhausted()).isFalse();
    assertThat(failure.getMessage()).contains(expected);
    assertThat(scripted.prompts).hasSize(1);
  }

  @Test
  void anEmptyScriptVerifiesNothing() throws Exception {
    assertThat(Scripted.saying("done").verify("  \n").run().verified()).isFalse();
  }

  @Test
  void absentToolCallsAreAbsentForTheScript() throws Exception {
    Scripted scripted =
        new Scripted()
            .then(() -> "{\"response\":\"r\",\"tool_calls\":[],\"tool_results\":null}")
            .verify(
                "def run(result):\n  log(sorted(result.keys()))\n"
                    + "  return result.get('tool_calls', 'none') == 'none'\n");

    assertThat(scripted.run().verified()).isTrue();
    assertThat(scripted.log).containsExactly("[\"response\"]");
  }

  @Test
  void wholeNumbersOfAResultAreInts() throws Exception {
    Scripted scripted =
        new Scripted()
            .then(() ->
                "{\"response\":\"r\",\"tool_results\":[{\"a\":2.0,\"b\":2.5,\"c\":123456789012345678901234567890}]}")
            .verify(
                "def run(result):\n  r = result['tool_results'][0]\n"
                    + "  return [type(r['a']), type(r['b']), r['c'] + 1] == ['int', 'float',"
                    + " 123456789012345678901234567891]\n");

    assertThat(scripted.run().attempts()).isEqualTo(1);
  }

  @Test
  void nothingAScriptLeavesBehindIsSeenByTheNextAttempt() throws Exception {
    Scripted scripted =
        Scripted.saying("one", "two")
            .verify(
                "seen = []\ndef note():\n  return len(seen)\n"
                    + "def run(result):\n  log(note())\n  return result['response'] == 'two'\n");

    var _ = scripted.run();

    assertThat(scripted.log).containsExactly("0", "0");
  }
}
