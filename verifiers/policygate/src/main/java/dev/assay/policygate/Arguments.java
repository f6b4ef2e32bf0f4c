package dev.assay.policygate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a program of a command is given, without quotes and redirections. */
record Arguments(List<String> words) {

  static final String HERE = ".";

  private static final Pattern WINDOWS_OPTION = Pattern.compile("/[a-zA-Z?]{1,3}(?::.*)?");

  Arguments {
    words = List.copyOf(words);
  }

  String first() {
    return words.isEmpty() ? "" : words.getFirst();
  }

  /** What follows the first {@code count} words. */
  Arguments behind(int count) {
    return new Arguments(words.subList(count, words.size()));
  }

  /** Whether an option is given: a short one that begins so, or a long one. */
  boolean has(String shorts, String longs) {
    Pattern option = Pattern.compile("-" + shorts + "[a-zA-Z0-9.]*|--(?:" + longs + ")");
    return words.stream()
        .anyMatch(
            word -> (word.startsWith("--") || !shorts.isEmpty()) && option.matcher(word).matches());
  }

  /** Whether one of the words stands among them. */
  boolean any(String... wanted) {
    Set<String> names = Set.of(wanted);
    return words.stream().anyMatch(names::contains);
  }

  /** The value of an option that names a directory; where the command stands without it. */
  String directory(String brief, String full) {
    String value = value(brief, full);
    return value == null ? HERE : value;
  }

  @Nullable String value(String brief, String full) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals(brief) || word.equals(full)) {
        return i + 1 < words.size() ? words.get(i + 1) : null;
      }
      if (word.startsWith(full + "=")) {
        return word.substring(full.length() + 1);
      }
      if (word.startsWith(brief) && !word.startsWith("--")) {
        return word.substring(brief.length());
      }
    }
    return null;
  }

  /** The words that are no options; the value of an option may be among them. */
  List<String> plain() {
    return words.stream().filter(word -> !word.startsWith("-") && !word.isEmpty()).toList();
  }

  /** The words that are no options of Windows' programs either. */
  List<String> plainOnWindows() {
    return plain().stream().filter(word -> !WINDOWS_OPTION.matcher(word).matches()).toList();
  }

  /** The words that are neither options nor values of these. */
  List<String> positional(Set<String> valued) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (valued.contains(words.get(i))) {
        i++;
      } else if (!words.get(i).startsWith("-")) {
        found.add(words.get(i));
      }
    }
    return found;
  }

  /** The last of at least {@code count} words that are no options; else where it stands. */
  String lastOf(int count) {
    List<String> plain = plain();
    return plain.size() < count ? HERE : plain.getLast();
  }
}
