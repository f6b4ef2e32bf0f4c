package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.ConsistencyJudge.Judgement;
import dev.assay.cfverify.judge.LineTokens.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The default judge: a pure function of claim and snippet.
 *
 * <p>A snippet contradicts a claim when it says the opposite about the same subject, or gives
 * another number for the same thing. A claim's numbers must be in the snippet, with their units or
 * in units that convert; where that cannot be known nothing is decided. Beyond that the
 * specification takes a proven quote, and without one a snippet that speaks of what the claim
 * speaks of.
 */
public final class DeterministicJudge implements ConsistencyJudge {

  /** Characters of a claim; a longer one is no single claim and is not judged. */
  private static final int CLAIM_CHARS_MAX = 2_000;

  private static final String NOT_THERE = "a number of the claim is not in the snippet";

  /** A rerun must repeat one in this many of the claim's words. */
  private static final int RERUN_WORDS_SHARE = 3;

  private final boolean demanding;

  private DeterministicJudge(boolean demanding) {
    this.demanding = demanding;
  }

  /** The specification's judge, for people who read the quotes. */
  public static DeterministicJudge asSpecified() {
    return new DeterministicJudge(false);
  }

  /** One for whom a snippet must also tell the claim, for verdicts that nobody looks behind. */
  public static DeterministicJudge demanding() {
    return new DeterministicJudge(true);
  }

  @Override
  public Judgement judge(Case subject) {
    Judgement judgement = compared(subject);
    String claim = subject.claim().replace('\n', ' ');
    String snippet = subject.snippet();
    if (!(judgement instanceof Judgement.Consistent)) {
      return judgement;
    }
    if (Qualifiers.sayLess(claim, snippet)) {
      return new Judgement.Undecided(
          "the snippet says less than the claim, or something beside it");
    }
    if (Clauses.belongElsewhere(claim, snippet)) {
      return new Judgement.Undecided("the snippet gives the claim's number for something else");
    }
    if (demanding
        && (Qualifiers.choose(claim, snippet)
            || Settings.differ(snippet, line -> contradicts(claim, line)))) {
      return new Judgement.Undecided("the snippet gives one setting two values");
    }
    return !demanding || tells(subject.support(), claim, snippet)
        ? judgement
        : new Judgement.Undecided("the snippet does not tell all of the claim");
  }

  private boolean contradicts(String claim, String line) {
    return compared(new Case(claim, line, Support.QUOTED)) instanceof Judgement.Contradicts;
  }

  private static boolean tells(Support support, String claim, String snippet) {
    return support == Support.RERUN ? Told.namesTold(claim, snippet) : Told.by(claim, snippet);
  }

  private Judgement compared(Case subject) {
    if (subject.snippet().isBlank()) {
      return new Judgement.Undecided("the snippet is blank");
    }
    if (subject.claim().length() > CLAIM_CHARS_MAX) {
      return new Judgement.Undecided("the claim is longer than " + CLAIM_CHARS_MAX + " characters");
    }
    List<Word> claim = LineTokens.of(subject.claim().replace('\n', ' '));
    List<List<Word>> lines =
        subject.snippet().lines().map(LineTokens::of).filter(line -> !line.isEmpty()).toList();
    if (Polarity.contradicts(claim, lines)) {
      return new Judgement.Contradicts("the snippet says the opposite of the claim");
    }
    return switch (Numbers.compare(claim, lines)) {
      case DIFFERENT ->
          new Judgement.Contradicts("the snippet gives another number than the claim");
      case UNKNOWN ->
          new Judgement.Undecided("a number of the claim cannot be compared with the snippet's");
      case MISSING ->
          subject.support() == Support.UNQUOTED
              ? new Judgement.Contradicts(NOT_THERE)
              : new Judgement.Undecided(NOT_THERE);
      case ABSENT ->
          switch (subject.support()) {
            case UNQUOTED -> new Judgement.Contradicts(NOT_THERE);
            case QUOTED ->
                demanding ? new Judgement.Undecided(NOT_THERE) : new Judgement.Consistent();
            case RERUN -> new Judgement.Undecided(NOT_THERE);
          };
      case HELD ->
          switch (subject.support()) {
            case QUOTED -> new Judgement.Consistent();
            case UNQUOTED -> supported(claim, lines, Integer.MAX_VALUE);
            case RERUN -> supported(claim, lines, RERUN_WORDS_SHARE);
          };
    };
  }

  private static Judgement supported(List<Word> claim, List<List<Word>> lines, int share) {
    Set<String> wanted = new HashSet<>();
    claim.stream()
        .filter(word -> !LineTokens.isFiller(word))
        .forEach(word -> wanted.add(word.stem()));
    Set<String> found = new HashSet<>();
    lines.forEach(line -> line.forEach(word -> found.add(word.stem())));
    found.retainAll(wanted);
    boolean enough = !found.isEmpty() && (long) found.size() * share >= wanted.size();
    return wanted.isEmpty() || enough
        ? new Judgement.Consistent()
        : new Judgement.Undecided("the snippet does not speak of what the claim says");
  }
}
