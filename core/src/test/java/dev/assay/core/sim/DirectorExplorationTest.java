package dev.assay.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Budget;
import dev.assay.core.director.Rules;
import dev.assay.core.director.Rules.LensRound;
import dev.assay.core.sim.Explorer.Walk;
import dev.assay.core.sim.Messages.Verdict;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every interleaving of a small alphabet, to a stated depth, under all invariants. */
class DirectorExplorationTest {

  /** States that one walk may see; {@code -Dassay.states=N} walks further. */
  private static final int STATES_MAX = Integer.getInteger("assay.states", 2_500);

  /** Inputs of one way; {@code -Dassay.depth=N} walks deeper. */
  private static final int DEPTH = Integer.getInteger("assay.depth", 0);

  private static final List<ArtifactRef> REPORT =
      List.of(Messages.artifact(ArtifactRole.TEST_REPORT, "report"));
  private static final List<List<MoodHint>> NO_HINTS = List.of(List.of());

  private static final Verdict PASS = Verdict.of(Result.PASS);
  private static final Verdict FAIL = Verdict.failing("a1");
  private static final Verdict OTHER_FAIL = Verdict.failing("b2");
  private static final Verdict FLAKY = Verdict.of(Result.FLAKY);
  private static final Verdict INCONCLUSIVE = Verdict.of(Result.INCONCLUSIVE);
  private static final Verdict SEVERE = new Verdict(Result.PASS, "", Risk.HIGH, false);
  private static final Verdict ADVERSARY = new Verdict(Result.PASS, "", Risk.HIGH, true);

  @Test
  void noOrderOfVerdictsBreaksAnInvariant() {
    Walk walk =
        walk(
            rules(2, 3, 4, false),
            new Alphabet(
                4,
                REPORT,
                null,
                List.of(PASS, FAIL, OTHER_FAIL, FLAKY, INCONCLUSIVE),
                NO_HINTS,
                true,
                false),
            6);

    assertThat(walk.seen())
        .contains(DecisionKind.PROMOTE, DecisionKind.RETRY, DecisionKind.DEMOTE)
        .contains(DecisionKind.ESCALATE);
  }

  @Test
  void noPromotionOfHighRiskLacksItsIndependentPasses() {
    Walk walk =
        walk(
            rules(2, 3, 4, false),
            new Alphabet(
                2, REPORT, Risk.HIGH, List.of(PASS, FAIL, INCONCLUSIVE), NO_HINTS, false, false),
            7);

    assertThat(walk.seen()).contains(DecisionKind.PROMOTE);
  }

  @Test
  void noHintAndNoAnswerGetsAroundAMoodThatDoesNotPromote() {
    Walk walk =
        walk(
            rules(2, 3, 4, true),
            new Alphabet(
                4,
                REPORT,
                null,
                List.of(PASS, FAIL, SEVERE, ADVERSARY),
                List.of(
                    List.of(),
                    List.of(MoodHint.SECURITY_BOUNDARY),
                    List.of(MoodHint.PREFERENCE_MISSING),
                    List.of(MoodHint.CRASH_DETECTED)),
                false,
                false),
            5);

    assertThat(walk.seen()).contains(DecisionKind.REQUEST_APPROVAL, DecisionKind.HALT);
  }

  @Test
  void noSplitLosesAChildOrPromotesBeforeItsChildren() {
    Walk walk =
        walk(
            rules(1, 1, 2, false),
            new Alphabet(4, REPORT, null, List.of(PASS, FAIL, SEVERE), NO_HINTS, false, false),
            9);

    assertThat(walk.seen())
        .contains(DecisionKind.SPLIT, DecisionKind.HALT, DecisionKind.PROMOTE, DecisionKind.DEMOTE);
  }

  @Test
  void noStopOfAPersonIsOvertakenByAnAttemptUnderWay() {
    Walk walk =
        walk(
            rules(1, 2, 2, true),
            new Alphabet(3, REPORT, null, List.of(PASS, FAIL), NO_HINTS, false, false),
            8);

    assertThat(walk.seen()).contains(DecisionKind.REQUEST_APPROVAL, DecisionKind.HALT);
  }

  @Test
  void noPlanThatAwaitsAModelIsLost() {
    Walk walk =
        walk(
            rules(1, 1, 2, false),
            new Alphabet(3, REPORT, null, List.of(PASS, FAIL), NO_HINTS, true, true),
            8);

    assertThat(walk.seen()).contains(DecisionKind.PROMOTE, DecisionKind.SPLIT);
  }

  @Test
  void noOrderOfTwoVerifiersBreaksAnInvariant() {
    List<ArtifactRef> both =
        List.of(REPORT.getFirst(), Messages.artifact(ArtifactRole.SARIF, "scan"));

    Walk walk =
        walk(
            rules(2, 3, 4, false),
            new Alphabet(2, both, null, List.of(PASS, FAIL, INCONCLUSIVE), NO_HINTS, true, false),
            8);

    assertThat(walk.seen()).contains(DecisionKind.PROMOTE, DecisionKind.DEMOTE);
  }

  private static Walk walk(Rules rules, Alphabet alphabet, int depth) {
    Walk walk =
        new Explorer(Messages.policy(rules, alphabet.model()), alphabet)
            .walk(DEPTH > 0 ? DEPTH : depth, STATES_MAX);
    System.out.println("explored " + walk);
    return walk;
  }

  private static Rules rules(int sameSignatureAt, int splitAt, int haltAt, boolean ask) {
    Rules standard = Rules.standard();
    return new Rules(
        1,
        sameSignatureAt,
        2,
        splitAt,
        haltAt,
        2,
        1,
        new Budget(6, 40, standard.budget().verifierMillisMax()),
        60,
        ask,
        1,
        List.of(new LensRound(List.of("clean")), new LensRound(List.of("independent"))));
  }
}
