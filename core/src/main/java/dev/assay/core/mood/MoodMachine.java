package dev.assay.core.mood;

import static dev.assay.schemas.message.Mood.BOLD;
import static dev.assay.schemas.message.Mood.CALM;
import static dev.assay.schemas.message.Mood.CONTRITE;
import static dev.assay.schemas.message.Mood.CURIOUS;
import static dev.assay.schemas.message.Mood.DEFERENTIAL;
import static dev.assay.schemas.message.Mood.PARANOID;
import static dev.assay.schemas.message.Mood.PETTY;
import static dev.assay.schemas.message.Mood.SKEPTICAL;
import static dev.assay.schemas.message.MoodHint.AMBIGUOUS;
import static dev.assay.schemas.message.MoodHint.CRASH_DETECTED;
import static dev.assay.schemas.message.MoodHint.NO_CONJECTURES;
import static dev.assay.schemas.message.MoodHint.NO_DEMO;
import static dev.assay.schemas.message.MoodHint.PREFERENCE_MISSING;
import static dev.assay.schemas.message.MoodHint.SECURITY_BOUNDARY;
import static dev.assay.schemas.message.MoodHint.STATE_INCONSISTENT;
import static dev.assay.schemas.message.MoodHint.SUSPECTED_INJECTION;

import dev.assay.core.mood.MoodEvent.Answered;
import dev.assay.core.mood.MoodEvent.Began;
import dev.assay.core.mood.MoodEvent.Judged;
import dev.assay.core.mood.MoodEvent.Judgement;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodTransition;
import dev.assay.schemas.message.MoodTrigger;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The moods as a deterministic machine (green-threads facts, section 8). The first rule that
 * matches an event wins; without one the mood stays.
 */
public final class MoodMachine {

  private static final Set<Mood> ANY = EnumSet.allOf(Mood.class);

  /**
   * One row of the table.
   *
   * @param before the moods of which one was there before this one came in
   * @param to where it leads, or null for the mood before the crash
   * @param when the event and its guard
   */
  record Rule(
      Set<Mood> from,
      Set<Mood> before,
      @Nullable Mood to,
      MoodTrigger trigger,
      Predicate<MoodEvent> when) {

    Rule after(Mood... moods) {
      return new Rule(from, Set.of(moods), to, trigger, when);
    }
  }

  static final List<Rule> RULES =
      List.of(
          began(ANY, CONTRITE, MoodTrigger.CRASH_DETECTED, e -> e.hints(CRASH_DETECTED)),
          began(ANY, PETTY, MoodTrigger.SUSPECTED_INJECTION, e -> e.hints(SUSPECTED_INJECTION)),
          began(
              EnumSet.of(CALM),
              CURIOUS,
              MoodTrigger.NO_DEMO_OR_CONJECTURES,
              e -> e.first() && e.hints(NO_DEMO, NO_CONJECTURES)),
          began(ANY, DEFERENTIAL, MoodTrigger.PREFERENCE_MISSING, e -> e.hints(PREFERENCE_MISSING)),
          began(
              EnumSet.of(CONTRITE),
              CONTRITE,
              MoodTrigger.CRASH_DETECTED,
              e -> e.hints(STATE_INCONSISTENT)),
          began(
              EnumSet.of(CALM, SKEPTICAL, BOLD, CURIOUS, CONTRITE, PETTY),
              PARANOID,
              MoodTrigger.SECURITY_BOUNDARY,
              e -> e.hints(SECURITY_BOUNDARY)),
          began(EnumSet.of(CONTRITE), null, MoodTrigger.STATE_CONSISTENT, _ -> true),
          began(
              EnumSet.of(CALM),
              CURIOUS,
              MoodTrigger.AMBIGUITY,
              e -> e.hints(AMBIGUOUS, NO_DEMO, NO_CONJECTURES)),
          began(
              EnumSet.of(CURIOUS),
              SKEPTICAL,
              MoodTrigger.NEXT_ACTION_TESTABLE,
              e -> !e.hints(AMBIGUOUS, NO_DEMO, NO_CONJECTURES)),
          began(EnumSet.of(PETTY), PARANOID, MoodTrigger.ATTACK_ANSWERED, _ -> true)
              .after(PARANOID, DEFERENTIAL, PETTY),
          began(EnumSet.of(PETTY), SKEPTICAL, MoodTrigger.ATTACK_ANSWERED, _ -> true),
          judged(ANY, PETTY, MoodTrigger.SUSPECTED_INJECTION, Judged::suspicious),
          judged(
              EnumSet.of(SKEPTICAL, BOLD),
              PARANOID,
              MoodTrigger.SEVERE_HYPERTHESIS,
              Judged::severe),
          judged(
              EnumSet.of(CALM, BOLD),
              SKEPTICAL,
              MoodTrigger.REGRESSION,
              e -> failed(e) && e.regression()),
          judged(
              EnumSet.of(CALM, BOLD),
              SKEPTICAL,
              MoodTrigger.SAME_SIGNATURE,
              e -> failed(e) && e.sameSignature()),
          judged(
              EnumSet.of(SKEPTICAL),
              CURIOUS,
              MoodTrigger.SAME_SIGNATURE,
              e -> failed(e) && e.sameSignature()),
          judged(
              EnumSet.of(CALM, BOLD),
              SKEPTICAL,
              MoodTrigger.REPEATED_FAILURES,
              e -> failed(e) && e.repeated()),
          judged(
              EnumSet.of(SKEPTICAL),
              CALM,
              MoodTrigger.VERIFIED,
              e -> e.result() == Judgement.PASSED && !e.severe()),
          answered(EnumSet.of(DEFERENTIAL, PETTY, CONTRITE), PARANOID)
              .after(PARANOID, DEFERENTIAL, PETTY),
          answered(EnumSet.of(DEFERENTIAL), CALM),
          answered(EnumSet.of(PARANOID), BOLD, Answered::passed),
          answered(EnumSet.of(PETTY, CURIOUS, CALM, BOLD, CONTRITE), SKEPTICAL));

  private MoodMachine() {}

  /**
   * The transition that {@code event} causes, or none.
   *
   * @param before the mood that a crash or an attack interrupted
   */
  public static Optional<MoodTransition> next(Mood mood, Mood before, MoodEvent event) {
    for (Rule rule : RULES) {
      if (rule.from().contains(mood) && rule.before().contains(before) && rule.when().test(event)) {
        Mood to = rule.to() == null ? before : rule.to();
        return to == mood
            ? Optional.empty()
            : Optional.of(new MoodTransition(mood, to, rule.trigger()));
      }
    }
    return Optional.empty();
  }

  private static boolean failed(Judged event) {
    return event.result() == Judgement.FAILED;
  }

  private static Rule began(
      Set<Mood> from, @Nullable Mood to, MoodTrigger trigger, Predicate<Began> guard) {
    return new Rule(from, ANY, to, trigger, e -> e instanceof Began began && guard.test(began));
  }

  private static Rule judged(
      Set<Mood> from, Mood to, MoodTrigger trigger, Predicate<Judged> guard) {
    return new Rule(from, ANY, to, trigger, e -> e instanceof Judged judged && guard.test(judged));
  }

  private static Rule answered(Set<Mood> from, Mood to) {
    return answered(from, to, _ -> true);
  }

  private static Rule answered(Set<Mood> from, Mood to, Predicate<Answered> guard) {
    return new Rule(
        from,
        ANY,
        to,
        MoodTrigger.APPROVAL_ANSWERED,
        e -> e instanceof Answered answered && answered.proceed() && guard.test(answered));
  }
}
