package dev.assay.cfverify.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds lines that say of one thing what a claim says of the other: "B depends on A" for "A depends
 * on B". A passive ("is called by") turns both around.
 */
final class WordOrder {

  /** Words that relate nothing. */
  private static final Set<String> LINKS =
      Set.of("a", "an", "the", "is", "are", "was", "were", "be", "been", "it", "its", "this");

  private static final Set<String> RELATING =
      Set.of(
          "to", "from", "on", "in", "of", "by", "for", "with", "than", "into", "at", "and", "or");

  private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{N}]+|[<>]=?|[-=]>");
  private static final Pattern LETTER =
      Pattern.compile("(?<![\\p{L}\\p{N}'])\\p{Lu}(?![\\p{L}\\p{N}'])");

  private WordOrder() {}

  /** Whether {@code line} has two things of {@code claim} on the other side of a word of it. */
  static boolean isTurned(String claim, String line) {
    boolean letters = LETTER.matcher(claim).results().count() > 1;
    List<String> claimed = tokens(claim, letters);
    List<String> said = tokens(line, letters);
    for (int at = 1; at < claimed.size() - 1; at++) {
      String pivot = claimed.get(at);
      if (pivot.equals("and") || pivot.equals("or")) {
        continue;
      }
      int middle = only(said, pivot);
      boolean passive = isPassive(claimed, at) != (middle >= 0 && isPassive(said, middle));
      List<Integer> first = places(claimed.subList(0, at), claimed, said);
      List<Integer> second = places(claimed.subList(at + 1, claimed.size()), claimed, said);
      boolean kept =
          first.stream().anyMatch(x -> x < middle) && second.stream().anyMatch(y -> y > middle);
      boolean turned =
          first.stream().anyMatch(x -> x > middle) && second.stream().anyMatch(y -> y < middle);
      if (middle >= 0 && (passive ? kept : turned)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPassive(List<String> words, int at) {
    return at + 1 < words.size() && words.get(at + 1).equals("by");
  }

  /** Where {@code said} has those of {@code words} that stand once in the claim and in it. */
  private static List<Integer> places(List<String> words, List<String> claimed, List<String> said) {
    return words.stream()
        .filter(word -> !RELATING.contains(word) && only(claimed, word) >= 0)
        .map(word -> only(said, word))
        .filter(place -> place >= 0)
        .toList();
  }

  private static int only(List<String> words, String word) {
    int at = words.indexOf(word);
    return at == words.lastIndexOf(word) ? at : -1;
  }

  private static List<String> tokens(String text, boolean letters) {
    List<String> tokens = new ArrayList<>();
    for (Matcher token = TOKEN.matcher(text); token.find(); ) {
      String word = token.group().toLowerCase(Locale.ROOT);
      boolean letter = letters && LETTER.matcher(token.group()).matches();
      if (letter || !LINKS.contains(word)) {
        tokens.add(word.length() > 2 && !RELATING.contains(word) ? LineTokens.stem(word) : word);
      }
    }
    return tokens;
  }
}
