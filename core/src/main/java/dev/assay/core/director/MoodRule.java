package dev.assay.core.director;

import dev.assay.schemas.message.Mood;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a mood allows and demands (green-threads 4.3 and facts, section 8).
 *
 * @param includes the moods whose verifiers run, by which strictness is ordered
 * @param verifiers verifiers that run by default whatever moods they name
 * @param broadens the moods whose verifiers run only when everything else has passed
 * @param slow whether verifiers for long work run without being required
 * @param promotes whether what passed may be promoted
 * @param asks whether a person is asked when what passed may not be promoted
 * @param reruns independent reruns of every verification
 * @param negativeControls whether each verifier must also fail its known-bad artifacts
 * @param network whether verifiers that use the network run
 * @param budget what a work item may use while it stays in the mood
 */
public record MoodRule(
    List<Mood> includes,
    List<String> verifiers,
    List<Mood> broadens,
    boolean slow,
    boolean promotes,
    boolean asks,
    int reruns,
    boolean negativeControls,
    boolean network,
    Budget budget) {

  /** Independent reruns of one verification. */
  public static final int RERUNS_MAX = 4;

  public MoodRule {
    includes = List.copyOf(includes);
    verifiers = List.copyOf(verifiers);
    broadens = List.copyOf(broadens);
  }

  /** The moods as they are without configuration. */
  public static Map<Mood, MoodRule> standard() {
    Map<Mood, MoodRule> rules = new EnumMap<>(Mood.class);
    rules.put(Mood.CALM, promoting(List.of(Mood.CALM), List.of(), true));
    rules.put(Mood.SKEPTICAL, promoting(List.of(Mood.CALM, Mood.SKEPTICAL), List.of(), true));
    rules.put(Mood.BOLD, promoting(List.of(Mood.CALM), List.of(Mood.BOLD), true));
    rules.put(Mood.PARANOID, strictest());
    rules.put(
        Mood.PETTY, holding(List.of(Mood.CALM, Mood.SKEPTICAL, Mood.PETTY), true, true, 0, false));
    rules.put(Mood.CURIOUS, holding(List.of(Mood.CALM, Mood.CURIOUS), false, false, 0, false));
    rules.put(Mood.CONTRITE, holding(List.of(Mood.CALM, Mood.CONTRITE), false, false, 0, false));
    rules.put(
        Mood.DEFERENTIAL, holding(List.of(Mood.CALM, Mood.DEFERENTIAL), true, true, 0, false));
    return Map.copyOf(rules);
  }

  /** The rule of PARANOID, which also holds for a mood that no configuration names. */
  static MoodRule strictest() {
    return holding(List.of(Mood.CALM, Mood.SKEPTICAL, Mood.PARANOID), true, true, 1, true);
  }

  /** Whether a verifier that starts in {@code moods} runs. */
  boolean runs(Set<Mood> moods) {
    return moods.isEmpty() || includes.stream().anyMatch(moods::contains);
  }

  /** Whether a verifier that starts in {@code moods} runs after a green core. */
  boolean broadens(Set<Mood> moods) {
    return broadens.stream().anyMatch(moods::contains);
  }

  private static MoodRule promoting(List<Mood> includes, List<Mood> broadens, boolean slow) {
    return new MoodRule(
        includes, List.of(), broadens, slow, true, true, 0, false, true, Budget.LARGEST);
  }

  private static MoodRule holding(
      List<Mood> includes, boolean slow, boolean asks, int reruns, boolean negative) {
    return new MoodRule(
        includes, List.of(), List.of(), slow, false, asks, reruns, negative, false, Budget.LARGEST);
  }
}
