package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds snippets that say less than a claim, or something beside it: "most tests pass" for "all
 * tests pass", "should be enabled" for "is enabled", "the last item" for "the first item".
 *
 * <p>None of it contradicts a claim. A claim of which each line that speaks of it says less is not
 * supported by them either.
 */
final class Qualifiers {

  /** Words that make a sentence say less, or say it only of some cases. */
  private static final Set<String> WEAKENING =
      words(
          """
          might could should supposedly allegedly apparently reportedly possibly probably perhaps
          likely maybe hardly barely scarcely rarely seldom sometimes occasionally usually often
          frequently mostly mainly partly partially almost nearly nowhere neither nobody none
          except unless unable doubt doubts doubtful planned todo fixme tbd wip formerly stopped
          ceased unclear unsure assume assumes assumed expected intended supposed hopefully
          theoretically only longer until false untrue ain't if\
          """);

  /** What marks a line of which nothing is done, in code as well. */
  private static final Set<String> UNDONE = words("todo fixme tbd wip");

  /** Verbs that deny what they speak of. */
  private static final Set<String> DENYING =
      words("lost loses lacks lack revoked removed refuses refused avoids prevents instead");

  /** How many; a sentence about fewer says less. */
  private static final Set<String> SOME =
      words("some few several many most half part majority minority");

  private static final Set<String> ALL =
      words(
          "all every each always both everybody everyone everything everywhere any whole entire"
              + " fully completely never none nobody nothing no neither nowhere");

  private static final Set<String> PAST = words("was were had formerly previously once");
  private static final Set<String> PRESENT = words("is are has have now currently");

  /** Words of which one says something else than the other, each way. */
  private static final List<Pair> OTHERS =
      List.of(
          pair("max maximum maximal upper highest most", "min minimum minimal lower lowest least"),
          pair("first", "last final"),
          pair("before", "after"),
          pair("average mean", "median"),
          pair("input inputs request requests", "output outputs response responses"),
          pair("read reads", "write writes written"),
          pair("public", "private protected internal"),
          pair("fastest", "slowest"),
          pair("largest biggest greatest", "smallest"),
          pair("oldest", "newest latest"),
          pair("up", "down"),
          pair("on", "off"),
          pair("set", "unset"),
          pair("above over greater", "below under less"),
          pair("passed passes pass succeeded", "skipped ignored aborted"),
          pair("exists exist found present", "such nonexistent"),
          pair(
              "everybody everyone everything everywhere all always both",
              "nobody none nothing nowhere never neither"),
          pair("connected", "disconnected"),
          pair("connect", "disconnect"),
          pair("improved improves better", "worsened worsens worse regressed"),
          pair("majority", "minority"),
          pair("left", "right"),
          pair("client", "server"));

  private static final Pattern OPPOSITE_PREFIX = Pattern.compile("(?:un|in|im|ir|il|non|dis)");

  /** Shorter words have such beginnings by chance: port, import. */
  private static final int PREFIXED_CHARS = 5;

  /** Snippets of so few lines are about the claim even when they name nothing of it. */
  private static final int SHORT_SNIPPET_LINES = 2;

  private static final Pattern WORD_ENDS = Pattern.compile("[^\\p{L}\\p{N}'!]+");
  private static final Pattern CODE =
      Pattern.compile(
          "[(){};=<>]|\\?.*\\s:\\s|^\\s*[-*]?\\s*[\\w.-]+:\\s|\\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\\b");

  /** One number or another. */
  private static final Pattern CHOICE =
      Pattern.compile(
          "\\s\\?\\s[^:?]{0,100}\\d[^:?]{0,100}\\s:\\s.*\\d|\\d\\S{0,20}\\sif\\s.{1,200}\\selse\\s.*\\d");

  /** A value that says no. */
  private static final Pattern FALSY =
      Pattern.compile(
          "(?i)[:=]\\s{0,9}[\"']?(?:no|off|0|none|null|nil|n|f)[\"']?\\s{0,9}[,;]?\\s*$");

  /** An option that takes away what it names. */
  private static final Pattern NO_OPTION =
      Pattern.compile("(?i)(?:^|\\s)--?(?:no|without|disable)-");

  private static final Pattern SAID_YES =
      Pattern.compile(
          "(?i)\\b(?:enabled?|enables|true|on|active|set|required|used|uses|present)\\b");

  /** A line of code or settings that is commented out. */
  private static final Pattern COMMENTED =
      Pattern.compile("^\\s*(?:#|//|--|;|<!--|/\\*|\\*)\\s*[\\w.\"'-]+\\s*[:=].*");

  private static final Pattern COPULA =
      Pattern.compile("(?i).*\\b(?:is|are|uses?|on|in|at|by|to|=)\\s.*");

  private Qualifiers() {}

  private record Pair(Set<String> one, Set<String> other) {

    /** Whether {@code said} has a word of the other side only than {@code claimed} has. */
    boolean swaps(Set<String> claimed, Set<String> said) {
      return swaps(one, other, claimed, said) || swaps(other, one, claimed, said);
    }

    private static boolean swaps(
        Set<String> one, Set<String> other, Set<String> claimed, Set<String> said) {
      return any(claimed, one) && !any(claimed, other) && any(said, other) && !any(said, one);
    }
  }

  private static Pair pair(String one, String other) {
    return new Pair(words(one), words(other));
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+", -1));
  }

  private static boolean any(Set<String> words, Set<String> wanted) {
    return words.stream().anyMatch(wanted::contains);
  }

  /** Whether each line of {@code snippet} that speaks of {@code claim} says less than it. */
  static boolean sayLess(String claim, String snippet) {
    Set<String> claimed = plain(claim);
    List<String> subject = content(claim);
    boolean brief = snippet.lines().count() <= SHORT_SNIPPET_LINES;
    List<String> about = snippet.lines().filter(line -> covers(line, subject)).toList();
    Set<String> everything = new HashSet<>();
    snippet.lines().forEach(line -> everything.addAll(content(line)));
    return !about.isEmpty() && about.stream().allMatch(line -> saysLess(claim, claimed, line))
        || brief && snippet.lines().allMatch(line -> swaps(claimed, plain(line)))
        || snippet.lines().anyMatch(line -> isReplaced(claim, subject, line, everything));
  }

  /** Whether each line that speaks of {@code claim} gives one number or another. */
  static boolean choose(String claim, String snippet) {
    List<String> subject = content(claim);
    List<String> about = snippet.lines().filter(line -> covers(line, subject)).toList();
    return !about.isEmpty()
        && about.stream()
            .allMatch(line -> CHOICE.matcher(line).find() && !subject.containsAll(content(line)));
  }

  private static boolean saysLess(String claim, Set<String> claimed, String line) {
    Set<String> said = plain(line);
    Set<String> added = new HashSet<>(said);
    added.removeAll(claimed);
    boolean code = isCode(line);
    boolean weaker =
        any(added, UNDONE)
            || !code
                && (any(added, WEAKENING)
                    || any(added, DENYING)
                    || any(claimed, ALL) && any(added, SOME));
    boolean all = !code && any(claimed, ALL) && !any(said, ALL) && any(said, words("one"));
    boolean past = !code && any(claimed, PRESENT) && !any(said, PRESENT) && any(added, PAST);
    boolean asked = line.strip().endsWith("?");
    boolean no =
        SAID_YES.matcher(claim).find()
            && (FALSY.matcher(line).find() || NO_OPTION.matcher(line).find());
    return weaker
        || all
        || past
        || asked
        || no
        || COMMENTED.matcher(line).matches()
        || Denials.in(claim, line)
        || WordOrder.isTurned(claim, line)
        || swaps(claimed, said)
        || isOpposite(claimed, said)
        || isOpposite(said, claimed);
  }

  private static boolean swaps(Set<String> claimed, Set<String> said) {
    return OTHERS.stream().anyMatch(pair -> pair.swaps(claimed, said));
  }

  private static boolean isOpposite(Set<String> claimed, Set<String> said) {
    return claimed.stream()
        .filter(word -> word.length() >= PREFIXED_CHARS && !said.contains(word))
        .anyMatch(word ->
            said.stream()
                .anyMatch(other ->
                    other.endsWith(word)
                        && OPPOSITE_PREFIX
                            .matcher(other.substring(0, other.length() - word.length()))
                            .matches()));
  }

  /**
   * Whether {@code line} ends in another word than the claim, where they are one otherwise: "the
   * user is alice" and {@code user: bob}.
   */
  private static boolean isReplaced(
      String claim, List<String> subject, String line, Set<String> everything) {
    if (subject.size() < 2 || everything.contains(subject.getLast()) || !ends(claim)) {
      return false;
    }
    List<String> said = content(line);
    List<String> same = subject.subList(0, subject.size() - 1);
    List<String> added = said.stream().filter(word -> !subject.contains(word)).distinct().toList();
    return said.containsAll(same) && added.size() == 1 && said.getLast().equals(added.getFirst());
  }

  /** Whether the claim's last word is what it says of something, and no number or word of state. */
  private static boolean ends(String claim) {
    List<Word> words = LineTokens.of(claim);
    return COPULA.matcher(claim).matches()
        && words.stream().noneMatch(Word::number)
        && !Polarity.isPole(words.getLast());
  }

  static boolean isCode(String line) {
    return CODE.matcher(line).find();
  }

  /** Whether {@code word} says how many, how sure or how often, and not what. */
  static boolean isQualifier(Word word) {
    return WEAKENING.contains(word.text())
        || SOME.contains(word.text())
        || ALL.contains(word.text());
  }

  private static Set<String> plain(String text) {
    return WORD_ENDS
        .splitAsStream(text.toLowerCase(Locale.ROOT).replace('\u2019', '\''))
        .collect(Collectors.toSet());
  }

  /** Stems of the words that say what {@code text} is about, in order. */
  private static List<String> content(String text) {
    return LineTokens.of(text).stream()
        .filter(word -> !word.number() && !LineTokens.isFiller(word))
        .filter(word -> !isQualifier(word))
        .map(Word::stem)
        .toList();
  }

  /** Whether {@code line} names half of what the claim is about. */
  private static boolean covers(String line, List<String> subject) {
    Set<String> wanted = new HashSet<>(subject);
    long found = content(line).stream().distinct().filter(wanted::contains).count();
    return found > 0 && found * 2 >= wanted.size();
  }
}
