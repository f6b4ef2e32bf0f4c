package dev.assay.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.delegation.DelegationException.ErrorKind;
import dev.assay.delegation.Verification.VerifyOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The loop around a delegate: how often it is asked, with what, and what comes out. */
class DelegationTest {

  private static final String NEVER =
      "def run(result):\n  return json.encode({'verified': False, 'reason': 'no file'})\n";
  private static final String ALWAYS = "def run(result):\n  return True\n";
  private static final String SECOND =
      "def run(result):\n  return json.encode({'verified': result['response'] == 'two',"
          + " 'reason': 'not two'})\n";

  private static DelegationException failure(Scripted scripted, @Nullable Integer retries) {
    return catchThrowableOfType(DelegationException.class, () -> scripted.within(retries));
  }

  @Test
  void aResultThatVerifiesAtOnceIsReturnedUnchanged() throws Exception {
    Scripted scripted =
        new Scripted()
            .then(() -> "{\"response\":\"ok\",\"tool_calls\":[{\"id\":\"1\",\"n\":1.50}]}")
            .verify(ALWAYS);

    Delegation.Accepted accepted = scripted.run();

    assertThat(accepted.result().toString())
        .isEqualTo("{\"response\":\"ok\",\"tool_calls\":[{\"id\":\"1\",\"n\":1.50}]}");
    assertThat(accepted.attempts()).isEqualTo(1);
    assertThat(scripted.prompts).containsExactly("the task");
    assertThat(scripted.recorded).isEqualTo("1 passed");
  }

  @Test
  void aFailedAttemptIsFollowedByTheFixedPromptWithTheReason() throws Exception {
    Scripted scripted = Scripted.saying("one", "two").verify(SECOND);

    assertThat(scripted.within(2).attempts()).isEqualTo(2);
    assertThat(scripted.prompts)
        .containsExactly(
            "the task",
            "VERIFICATION FAILED on the previous attempt: not two\n\nThe task is NOT complete."
                + " Re-examine the actual state of the world and finish the work. Do not just"
                + " claim success — actually verify the side effects exist before responding.");
    assertThat(scripted.recorded).isEqualTo("2 passed");
  }

  @Test
  void anExhaustedLoopIsAStructuredErrorAndPostNeverFires() {
    Scripted scripted =
        Scripted.saying("done")
            .verify(NEVER)
            .hook("post", "delegation.post", 1, "def handle(event, payload):\n  log('post')\n");

    DelegationException failure = failure(scripted, 2);

    assertThat(scripted.prompts).hasSize(3);
    assertThat(failure.kind()).isEqualTo(ErrorKind.VERIFICATION_FAILED);
    assertThat(failure.op()).isEqualTo("delegation.verify");
    assertThat(failure).hasMessage("delegation verification failed after 3 attempt(s): no file");
    assertThat(failure.reason()).isEqualTo("no file");
    assertThat(failure.isExhausted()).isTrue();
    assertThat(scripted.log).isEmpty();
    assertThat(scripted.recorded).isEqualTo("3 failed verification_failed");
  }

  @ParameterizedTest
  @CsvSource({", 3", "0, 3", "-1, 3", "1, 2", "5, 6"})
  void unsetZeroAndNegativeRetriesMeanTwo(@Nullable Integer retries, int runs) {
    Scripted scripted = Scripted.saying("done").verify(NEVER);

    assertThat(failure(scripted, retries).attempts()).isEqualTo(runs);
    assertThat(scripted.prompts).hasSize(runs);
  }

  @Test
  void withoutVerifierAndHookTheDelegateRunsOnceAndNothingIsClaimed() throws Exception {
    Scripted scripted = Scripted.saying("done");

    assertThat(scripted.run().verified()).isFalse();
    assertThat(scripted.prompts).hasSize(1);
    assertThat(scripted.recorded).isEqualTo("0 skipped");
  }

  @Test
  void aHookAloneEnablesVerification() throws Exception {
    Scripted scripted =
        Scripted.saying("one", "two")
            .hook(
                "policy",
                0,
                "def handle(event, payload):\n  log('asked')\n"
                    + "  return allow() if payload['response'] == 'two' else block('not two')\n");

    assertThat(scripted.within(1).attempts()).isEqualTo(2);
    assertThat(scripted.log).containsExactly("asked", "asked");
  }

  @Test
  void bothReasonsAreToldTheScriptsFirst() {
    Scripted scripted =
        Scripted.saying("x")
            .verify(NEVER)
            .hook("policy", 0, "def handle(e, p):\n  return block('B')\n");

    assertThat(failure(scripted, 1).reason()).isEqualTo("no file; blocked by hook \"policy\": B");
    assertThat(scripted.prompts.getLast())
        .startsWith(
            "VERIFICATION FAILED on the previous attempt: no file; blocked by hook \"policy\":"
                + " B\n");
  }

  @Test
  void onlyTheSurfaceThatFailedIsTold() {
    Scripted script =
        Scripted.saying("x").verify(NEVER).hook("h", 0, "def handle(e, p):\n  return allow()\n");
    Scripted hook =
        Scripted.saying("x")
            .verify(ALWAYS)
            .hook("h", 0, "def handle(e, p):\n  return block('B')\n");

    assertThat(failure(script, 1).reason()).isEqualTo("no file");
    assertThat(failure(hook, 1).reason()).isEqualTo("blocked by hook \"h\": B");
  }

  @Test
  void postComesAfterScriptAndHooksSoThatItCannotHideAFailure() throws Exception {
    Scripted scripted =
        Scripted.saying("one", "two")
            .verify("def run(result):\n  log('script')\n  return result['response'] == 'two'\n")
            .hook(
                "b",
                "delegation.post",
                1,
                "def handle(e, p):\n  log('post')\n  return modify({'response': 'redacted'})\n")
            .hook("a", 99, "def handle(e, p):\n  log('hook ' + p['response'])\n  return allow()\n");

    Delegation.Accepted accepted = scripted.run();

    assertThat(scripted.log).containsExactly("script", "hook one", "script", "hook two", "post");
    assertThat(accepted.result().response()).isEqualTo("redacted");
  }

  @Test
  void aDelegateThatDiesIsADelegationErrorAndNoVerdict() {
    Scripted scripted =
        Scripted.saying("one")
            .then(() -> {
              throw new IOException("it exited with 7");
            })
            .verify(NEVER);

    DelegationException failure = failure(scripted, 2);

    assertThat(failure.kind()).isEqualTo(ErrorKind.DELEGATION);
    assertThat(failure.op()).isEqualTo("delegation.execute");
    assertThat(failure).hasMessage("delegate agent run failed: it exited with 7");
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(scripted.recorded).isEqualTo("1 failed delegation");
  }

  @Test
  void aDelegationInsideThreeOthersIsRefusedBeforeAnythingRuns() {
    Scripted scripted = Scripted.saying("one").verify(ALWAYS).depth(3);

    DelegationException failure = failure(scripted, null);

    assertThat(failure.kind()).isEqualTo(ErrorKind.DELEGATION);
    assertThat(failure).hasMessage("delegation depth limit reached (3/3)");
    assertThat(scripted.prompts).isEmpty();
  }

  @Test
  void aPreHookMayRefuseAndMayRewriteTheTask() throws Exception {
    Scripted refused =
        Scripted.saying("x")
            .hook("gate", "delegation.pre", 0, "def handle(e, p):\n  return block('not today')\n");
    Scripted rewritten =
        Scripted.saying("x")
            .hook(
                "gate",
                "delegation.pre",
                0,
                "def handle(e, p):\n  return modify({'task': p['task'] + '!'})\n");

    assertThat(failure(refused, null))
        .hasMessage("delegation blocked: blocked by hook \"gate\": not today");
    var _ = rewritten.run();
    assertThat(rewritten.prompts).containsExactly("the task!");
  }

  @Test
  void controlCharactersAndLengthOfAReasonNeverReachTheDelegate() {
    Scripted scripted =
        Scripted.saying("x")
            .verify(
                "def run(result):\n  return json.encode({'verified': False, 'reason':"
                    + " 'a\\n\\x1b[2Jb\\u202e' + 'c' * 5000})\n");

    String reason = failure(scripted, 1).reason();

    assertThat(reason).startsWith("a  [2Jb c").hasSize(DelegationLimits.TEXT_CHARS_MAX);
    assertThat(scripted.prompts.getLast().codePoints().filter(c -> c == 0x1b)).isEmpty();
  }

  @Test
  void theLoopNeverAsksMoreOftenThanItMayWhateverTheVerdicts() {
    for (int verdicts = 0; verdicts < 64; verdicts++) {
      RalphLoop loop = RalphLoop.start("t", 4);
      List<Boolean> seen = new ArrayList<>();
      boolean over = false;
      for (int bit = 0; !over; bit++) {
        boolean passed = (verdicts >> bit & 1) == 1;
        seen.add(passed);
        switch (loop.after(passed ? VerifyOutcome.passed() : VerifyOutcome.failed("r"))) {
          case RalphLoop.Next.Again(RalphLoop again) -> loop = again;
          case RalphLoop.Next.Accepted _, RalphLoop.Next.Exhausted _ -> over = true;
        }
      }
      assertThat(seen.size()).isLessThanOrEqualTo(5);
      assertThat(seen.subList(0, seen.size() - 1)).doesNotContain(true);
      assertThat(seen.getLast() || seen.size() == 5).isTrue();
    }
    assertThat(Arrays.asList(RalphLoop.start("t", 4).prompt())).containsExactly("t");
  }
}
