package dev.assay.core.mood;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.mood.MoodEvent.Answered;
import dev.assay.core.mood.MoodEvent.Began;
import dev.assay.core.mood.MoodEvent.Judged;
import dev.assay.core.mood.MoodEvent.Judgement;
import dev.assay.core.mood.MoodMachine.Rule;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.MoodTransition;
import dev.assay.schemas.message.MoodTrigger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machine is finite: every mood, every mood before it, every event. */
class MoodMachineTest {

  private static final Set<Mood> PROMOTING = EnumSet.of(Mood.CALM, Mood.SKEPTICAL, Mood.BOLD);
  private static final List<MoodEvent> EVENTS = events();

  /** A mood and the one that a crash or an attack interrupted. */
  private record Place(Mood mood, Mood before) {

    Place after(MoodEvent event) {
      Optional<MoodTransition> move = MoodMachine.next(mood, before, event);
      return move.isEmpty()
          ? this
          : new Place(move.get().to(), mood == Mood.CONTRITE ? before : mood);
    }
  }

  @Test
  void everyRuleDecidesSomewhere() {
    Set<Rule> deciding = new HashSet<>();
    for (Place place : places()) {
      for (MoodEvent event : EVENTS) {
        firstRule(place, event).ifPresent(deciding::add);
      }
    }

    assertThat(deciding).containsExactlyInAnyOrderElementsOf(MoodMachine.RULES);
  }

  @Test
  void theFirstRuleThatMatchesDecidesAndNothingElseMoves() {
    List<String> others = new ArrayList<>();
    for (Place place : places()) {
      for (MoodEvent event : EVENTS) {
        Mood expected =
            firstRule(place, event)
                .map(rule -> rule.to() == null ? place.before() : rule.to())
                .orElse(place.mood());
        if (place.after(event).mood() != expected) {
          others.add(place + " " + event);
        }
      }
    }

    assertThat(others).isEmpty();
  }

  @Test
  void everyMoodIsReachedAndEveryMoodHasAWayOut() {
    Set<Mood> reached = EnumSet.noneOf(Mood.class);
    Set<Mood> left = EnumSet.noneOf(Mood.class);
    for (Place place : reachable(new Place(Mood.CALM, Mood.CALM), EVENTS)) {
      reached.add(place.mood());
      EVENTS.stream()
          .filter(event -> place.after(event).mood() != place.mood())
          .forEach(_ -> left.add(place.mood()));
    }

    assertThat(reached).containsExactlyInAnyOrder(Mood.values());
    assertThat(left).containsExactlyInAnyOrder(Mood.values());
  }

  @Test
  void noHintAndNoVerdictLeadsFromParanoiaToAMoodThatPromotes() {
    List<MoodEvent> withoutPeople = EVENTS.stream().filter(e -> !(e instanceof Answered)).toList();
    for (Mood before : Mood.values()) {
      assertThat(reachable(new Place(Mood.PARANOID, before), withoutPeople))
          .extracting(Place::mood)
          .doesNotContainAnyElementsOf(PROMOTING);
    }
  }

  @Test
  void aFurtherHintNeverMakesAMoodPromote() {
    List<String> escapes = new ArrayList<>();
    for (Place place : reachable(new Place(Mood.CALM, Mood.CALM), EVENTS)) {
      for (Set<MoodHint> hints : hints()) {
        if (PROMOTING.contains(place.after(new Began(false, hints)).mood())) {
          continue;
        }
        for (MoodHint further : MoodHint.values()) {
          Set<MoodHint> more = EnumSet.of(further);
          more.addAll(hints);
          if (PROMOTING.contains(place.after(new Began(false, more)).mood())) {
            escapes.add(place + " " + hints + " + " + further);
          }
        }
      }
    }

    assertThat(escapes).isEmpty();
  }

  @Test
  void anAnswerThatDoesNotProceedMovesNoMood() {
    for (Place place : places()) {
      assertThat(place.after(new Answered(false, true))).isEqualTo(place);
    }
  }

  /** The rows of the tables: initial moods, reactive guards, the crash guard. */
  @ParameterizedTest
  @CsvSource({
    "CALM, crash-detected, true, CONTRITE, CRASH_DETECTED",
    "PARANOID, crash-detected, false, CONTRITE, CRASH_DETECTED",
    "CALM, no-demo, true, CURIOUS, NO_DEMO_OR_CONJECTURES",
    "CALM, no-conjectures, true, CURIOUS, NO_DEMO_OR_CONJECTURES",
    "CALM, preference-missing, true, DEFERENTIAL, PREFERENCE_MISSING",
    "BOLD, preference-missing, false, DEFERENTIAL, PREFERENCE_MISSING",
    "CALM, security-boundary, true, PARANOID, SECURITY_BOUNDARY",
    "SKEPTICAL, security-boundary, false, PARANOID, SECURITY_BOUNDARY",
    "BOLD, security-boundary, false, PARANOID, SECURITY_BOUNDARY",
    "CALM, suspected-injection, false, PETTY, SUSPECTED_INJECTION",
    "SKEPTICAL, suspected-injection, false, PETTY, SUSPECTED_INJECTION",
    "CALM, ambiguous, false, CURIOUS, AMBIGUITY",
    "CURIOUS, , false, SKEPTICAL, NEXT_ACTION_TESTABLE",
    "PETTY, , false, SKEPTICAL, ATTACK_ANSWERED",
    "CONTRITE, , false, CALM, STATE_CONSISTENT",
    "CONTRITE, state-inconsistent, false, CONTRITE, ",
    "CURIOUS, ambiguous, false, CURIOUS, ",
    "CALM, , true, CALM, ",
  })
  void anExecutionMovesTheMoodAsTheTableSays(
      Mood from, @Nullable String hint, boolean first, Mood to, @Nullable MoodTrigger trigger) {
    Set<MoodHint> hints = hint == null ? Set.of() : Set.of(MoodHint.of(hint));

    assertMoves(from, new Began(first, hints), to, trigger);
  }

  @ParameterizedTest
  @CsvSource({
    "CALM, FAILED, regression, SKEPTICAL, REGRESSION",
    "CALM, FAILED, repeated, SKEPTICAL, REPEATED_FAILURES",
    "CALM, FAILED, same, SKEPTICAL, SAME_SIGNATURE",
    "BOLD, FAILED, regression, SKEPTICAL, REGRESSION",
    "SKEPTICAL, FAILED, same, CURIOUS, SAME_SIGNATURE",
    "SKEPTICAL, PASSED, severe, PARANOID, SEVERE_HYPERTHESIS",
    "BOLD, PASSED, severe, PARANOID, SEVERE_HYPERTHESIS",
    "SKEPTICAL, PASSED, , CALM, VERIFIED",
    "CALM, PASSED, suspicious, PETTY, SUSPECTED_INJECTION",
    "PARANOID, PASSED, , PARANOID, ",
    "CALM, FAILED, , CALM, ",
    "CALM, UNDECIDED, , CALM, ",
    "SKEPTICAL, UNDECIDED, , SKEPTICAL, ",
  })
  void aVerdictMovesTheMoodAsTheTableSays(
      Mood from, Judgement result, @Nullable String how, Mood to, @Nullable MoodTrigger trigger) {
    Judged judged =
        new Judged(
            result,
            "regression".equals(how),
            "repeated".equals(how),
            "same".equals(how),
            "severe".equals(how),
            "suspicious".equals(how));

    assertMoves(from, judged, to, trigger);
  }

  @ParameterizedTest
  @CsvSource({
    "DEFERENTIAL, CALM",
    "PARANOID, BOLD",
    "PETTY, SKEPTICAL",
    "CURIOUS, SKEPTICAL",
    "CONTRITE, SKEPTICAL",
    "CALM, SKEPTICAL",
  })
  void aPersonWhoProceedsMovesTheMoodAsTheTableSays(Mood from, Mood to) {
    assertMoves(from, new Answered(true, true), to, MoodTrigger.APPROVAL_ANSWERED);
  }

  @ParameterizedTest
  @CsvSource({"SKEPTICAL, SKEPTICAL", "BOLD, BOLD", "PARANOID, PARANOID", "CALM, CALM"})
  void afterACrashTheMoodBeforeItComesBack(Mood before, Mood after) {
    Place crashed =
        new Place(before, Mood.CALM).after(new Began(false, Set.of(MoodHint.CRASH_DETECTED)));

    assertThat(crashed.mood()).isEqualTo(Mood.CONTRITE);
    assertThat(crashed.after(new Began(false, Set.of())).mood()).isEqualTo(after);
  }

  private static void assertMoves(
      Mood from, MoodEvent event, Mood to, @Nullable MoodTrigger trigger) {
    Optional<MoodTransition> move = MoodMachine.next(from, Mood.CALM, event);

    assertThat(move)
        .isEqualTo(
            trigger == null
                ? Optional.empty()
                : Optional.of(new MoodTransition(from, to, trigger)));
  }

  private static Optional<Rule> firstRule(Place place, MoodEvent event) {
    return MoodMachine.RULES.stream()
        .filter(rule -> rule.from().contains(place.mood()))
        .filter(rule -> rule.before().contains(place.before()))
        .filter(rule -> rule.when().test(event))
        .findFirst();
  }

  private static Set<Place> reachable(Place start, List<MoodEvent> events) {
    Set<Place> known = new HashSet<>(Set.of(start));
    Deque<Place> open = new ArrayDeque<>(known);
    while (!open.isEmpty()) {
      Place place = open.remove();
      for (MoodEvent event : events) {
        Place next = place.after(event);
        if (known.add(next)) {
          open.add(next);
        }
      }
    }
    return known;
  }

  private static List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Mood mood : Mood.values()) {
      for (Mood before : Mood.values()) {
        places.add(new Place(mood, before));
      }
    }
    return places;
  }

  private static List<Set<MoodHint>> hints() {
    List<Set<MoodHint>> sets = new ArrayList<>();
    MoodHint[] all = MoodHint.values();
    for (int bits = 0; bits < 1 << all.length; bits++) {
      Set<MoodHint> set = EnumSet.noneOf(MoodHint.class);
      for (int i = 0; i < all.length; i++) {
        if ((bits >> i & 1) == 1) {
          set.add(all[i]);
        }
      }
      sets.add(set);
    }
    return sets;
  }

  private static List<MoodEvent> events() {
    List<MoodEvent> events = new ArrayList<>();
    for (Set<MoodHint> hints : hints()) {
      events.add(new Began(true, hints));
      events.add(new Began(false, hints));
    }
    for (Judgement result : Judgement.values()) {
      for (int bits = 0; bits < 32; bits++) {
        events.add(
            new Judged(
                result,
                (bits & 1) != 0,
                (bits & 2) != 0,
                (bits & 4) != 0,
                (bits & 8) != 0,
                (bits & 16) != 0));
      }
    }
    for (boolean passed : List.of(true, false)) {
      events.add(new Answered(true, passed));
      events.add(new Answered(false, passed));
    }
    return events;
  }
}
