package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a snippet tells what a claim says; nothing is guessed for it.
 *
 * <p>The claim's names and the last thing it says must be there. A sentence that speaks of the
 * claim must have all of its words, since another word says something else: "uses Postgres" tells
 * nothing of "uses MySQL". Code and data leave words out, and are only held to the names, the last
 * word and one word at least.
 */
final class Told {

  /** Lines that a sentence may be broken over. */
  private static final int SENTENCE_LINES = 3;

  /** Of two words of which one begins the other: {@code config} and {@code configuration}. */
  private static final int PREFIX_CHARS = 4;

  /** Verbs that say no more than that there is a relation. */
  private static final Set<String> GENERIC =
      stems(
          "use uses used using contain contains provides provide comes come gets get exist exists");

  /** What begins a part that says when, and not what. */
  private static final Pattern SUBORDINATE =
      Pattern.compile(
          "(?i),?\\s(?:when|whenever|if|because|since|unless|until|by default)(?:\\s.*|$)");

  /** What says that something is so, or not, without a word of state. */
  private static final Pattern VALUE =
      Pattern.compile("(?i)(?<![\\w.])(?:on|off|yes|no|not|null|none|nil|[01ynft])(?![\\w.])|!");

  private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{N}_]+");

  /** A letter inside that is large, a digit beside letters, an underscore, another script. */
  private static final Pattern NAME =
      Pattern.compile(
          ".+\\p{Lu}.*|.*_.*|\\p{L}+\\p{N}.*|.*[\\p{L}&&[^\\p{IsLatin}\\p{IsGreek}]].*");

  private static final Pattern SENTENCE_START = Pattern.compile("(?:^|.*[.!?:(\"])\\s*");

  private Told() {}

  private static Set<String> stems(String words) {
    return LineTokens.of(words).stream().map(Word::stem).collect(Collectors.toSet());
  }

  /** Whether nothing that {@code claim} says is missing in {@code snippet}. */
  static boolean by(String claim, String snippet) {
    List<Word> words = LineTokens.of(claim);
    Set<String> wanted = new HashSet<>(content(words));
    if (wanted.isEmpty()) {
      return true;
    }
    List<String> lines = snippet.lines().filter(line -> !line.isBlank()).toList();
    Set<String> said = stemsOf(lines);
    return namesTold(claim, snippet, said)
        && lastTold(claim, said, lines)
        && (isNamed(claim, words) || wanted.stream().anyMatch(word -> has(said, word)))
        && sentencesTell(wanted, words.stream().anyMatch(Polarity::isPole), lines);
  }

  /** Whether names or several numbers say what the claim is about, without another word. */
  private static boolean isNamed(String claim, List<Word> words) {
    return words.stream().filter(Word::number).count() > 1 || !names(claim).isEmpty();
  }

  /** Whether all names of {@code claim} are in {@code snippet}. */
  static boolean namesTold(String claim, String snippet) {
    return namesTold(claim, snippet, stemsOf(snippet.lines().toList()));
  }

  private static boolean namesTold(String claim, String snippet, Set<String> said) {
    Set<String> tokens = new HashSet<>();
    for (Matcher token = TOKEN.matcher(snippet); token.find(); ) {
      tokens.addAll(stems(token.group().toLowerCase(Locale.ROOT)));
    }
    return names(claim).stream()
        .allMatch(name -> {
          Set<String> whole = stems(name.toLowerCase(Locale.ROOT));
          List<String> parts = content(LineTokens.of(name));
          return !whole.isEmpty() && tokens.containsAll(whole)
              || !parts.isEmpty() && parts.stream().allMatch(part -> has(said, part));
        });
  }

  /** The words of {@code claim} that stand for one thing only, and have no other word for it. */
  static List<String> names(String claim) {
    List<String> names = new ArrayList<>();
    Set<String> words =
        LineTokens.of(claim).stream()
            .filter(word -> !word.number())
            .map(Word::text)
            .collect(Collectors.toSet());
    for (Matcher token = TOKEN.matcher(claim); token.find(); ) {
      String word = token.group();
      boolean starts = SENTENCE_START.matcher(claim.substring(0, token.start())).matches();
      boolean capital = Character.isUpperCase(word.charAt(0)) && !starts;
      boolean read = LineTokens.of(word).stream().allMatch(part -> words.contains(part.text()));
      if (read && (capital || NAME.matcher(word).matches()) && !Character.isDigit(word.charAt(0))) {
        names.add(word);
      }
    }
    return names;
  }

  /** Whether the last word of the claim's main clause is said, when it is no number or state. */
  private static boolean lastTold(String claim, Set<String> said, List<String> lines) {
    List<Word> words = LineTokens.of(SUBORDINATE.matcher(claim).replaceFirst(""));
    Word last =
        words.reversed().stream().filter(w -> !LineTokens.isFiller(w)).findFirst().orElse(null);
    Unit unit = last == null ? null : Unit.known(last.text());
    boolean numbers = words.stream().anyMatch(Word::number);
    return last == null
        || last.number()
        || numbers && Polarity.isPole(last)
        || unit != null && (numbers || counts(lines, unit))
        || Polarity.isPole(last)
            && (tellState(lines) || lines.stream().anyMatch(VALUE.asPredicate()))
        || GENERIC.contains(last.stem())
        || LineTokens.isLabel(last)
        || has(said, last.stem());
  }

  /** Whether a number has the unit. */
  private static boolean counts(List<String> lines, Unit unit) {
    return lines.stream()
        .flatMap(line -> LineTokens.of(line).stream())
        .anyMatch(word -> word.quantity() != null && word.quantity().unit().equals(unit));
  }

  /** Whether the sentences among the lines that speak of the claim tell all of it. */
  private static boolean sentencesTell(Set<String> wanted, boolean state, List<String> lines) {
    List<Set<String>> said = lines.stream().map(line -> stemsOf(List.of(line))).toList();
    boolean sentences = false;
    boolean others = false;
    for (int at = 0; at < lines.size(); at++) {
      Set<String> here = said.get(at);
      long shared = wanted.stream().filter(word -> has(here, word)).count();
      boolean about = shared > 0 && shared * 2 >= wanted.size();
      boolean sentence = isSentence(lines.get(at));
      if (about && !sentence) {
        return true;
      }
      sentences |= sentence;
      others |= !sentence;
      int from = Math.max(0, at - 1);
      int to = Math.min(lines.size(), from + SENTENCE_LINES);
      List<Set<String>> near = said.subList(from, to);
      if (wanted.stream().allMatch(word -> near.stream().anyMatch(line -> has(line, word)))
          && (!state || tellState(lines.subList(from, to)))) {
        return true;
      }
    }
    return !sentences || others;
  }

  /** Whether a word of state is said; {@link Polarity} compares it. */
  private static boolean tellState(List<String> lines) {
    return lines.stream().flatMap(line -> LineTokens.of(line).stream()).anyMatch(Polarity::isPole);
  }

  private static boolean isSentence(String line) {
    List<Word> words = LineTokens.of(line);
    return !Qualifiers.isCode(line)
        && words.stream().anyMatch(word -> word.text().length() > 1 && LineTokens.isFiller(word))
        && words.stream().filter(word -> !LineTokens.isFiller(word)).count() > 1;
  }

  private static List<String> content(List<Word> words) {
    return words.stream()
        .filter(word -> !word.number() && !LineTokens.isFiller(word) && !LineTokens.isLabel(word))
        .filter(word -> !Polarity.isPole(word) && !Qualifiers.isQualifier(word))
        .map(Word::stem)
        .filter(stem -> !GENERIC.contains(stem))
        .toList();
  }

  private static Set<String> stemsOf(List<String> lines) {
    return lines.stream()
        .flatMap(line -> LineTokens.of(line).stream())
        .map(Word::stem)
        .collect(Collectors.toSet());
  }

  private static boolean has(Set<String> said, String word) {
    return said.contains(word) || said.stream().anyMatch(other -> begins(other, word));
  }

  private static boolean begins(String one, String other) {
    return Math.min(one.length(), other.length()) >= PREFIX_CHARS
        && (one.startsWith(other) || other.startsWith(one));
  }
}
