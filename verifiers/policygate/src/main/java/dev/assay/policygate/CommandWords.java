package dev.assay.policygate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a command that may be paths, as they stand and as a shell puts them together from
 * quotes, escapes, options and variables, and the directories that it changes to.
 *
 * @param unnamed what else it writes
 * @param computed whether it puts words together in a way that is not followed
 */
record CommandWords(
    Set<String> words, Set<String> directories, List<TreeWrites> unnamed, boolean computed) {

  private static final Pattern WORD_ENDS = Pattern.compile("[\\s\"'`<>|&;()=,{}\\[\\]]+");
  private static final Pattern SHELL_ENDS = Pattern.compile("[\\s<>|&;()=]+");
  private static final Pattern QUOTES = Pattern.compile("\\\\\\r?\\n|\\$(?=\")|[\"'\\\\]");
  private static final Pattern DIRECTORY =
      Pattern.compile(
          "(?:^|[\\s;&|(])(?:cd|pushd|chdir|-C|-D|GIT_WORK_TREE"
              + "|--[a-z-]{0,20}(?:directory|dir|cwd|prefix|tree))[\\s=]+"
              + "(?:-[A-Za-z-]*\\s+)?([^\\s;&|)]+)");
  private static final Pattern BRACES =
      Pattern.compile("\\{([^\\s{}]{0,500},[^\\s{}]{0,500})\\}([^\\s]{0,200})");

  /** {@code {a..f}}, which may be any of these. */
  private static final Pattern RANGE =
      Pattern.compile("\\{[^\\s{},]{1,20}\\.\\.[^\\s{},]{1,40}\\}");

  /** What takes the meaning of the next character in the shell of Windows. */
  private static final Pattern CARETS = Pattern.compile("\\^(?=\\S)");

  /** Programs of Windows, for whose paths a backslash is no escape. */
  private static final Pattern WINDOWS =
      Pattern.compile(
          "(?i)\\b(?:copy|move|xcopy|robocopy|rd|del|erase|rmdir"
              + "|(?:copy|move|remove)-item|expand-archive)\\b");

  private static final int OPTION_CHARS = 2;

  /** Characters of a word before its braces that are looked at. */
  private static final int BEFORE_CHARS_MAX = 200;

  static CommandWords of(String command) {
    Set<String> words = new LinkedHashSet<>();
    Set<String> directories = new LinkedHashSet<>();
    List<TreeWrites> unnamed = new ArrayList<>();
    ShellText shell = ShellText.of(command);
    for (String text : shell.texts()) {
      String plain = QUOTES.matcher(text).replaceAll("");
      words.addAll(List.of(WORD_ENDS.split(text, -1)));
      words.addAll(List.of(SHELL_ENDS.split(plain, -1)));
      words.addAll(List.of(SHELL_ENDS.split(RANGE.matcher(plain).replaceAll("*"), -1)));
      words.addAll(List.of(WORD_ENDS.split(CARETS.matcher(text).replaceAll(""), -1)));
      unnamed.add(writes(plain, words, directories));
      if (text.indexOf('\\') >= 0 && WINDOWS.matcher(text).find()) {
        String slashed = QUOTES.matcher(text.replace('\\', '/')).replaceAll("");
        unnamed.add(writes(slashed, words, directories));
      }
      braces(plain, words);
      Matcher directory = DIRECTORY.matcher(plain);
      while (directory.find()) {
        directories.add(directory.group(1));
      }
    }
    for (String word : List.copyOf(words)) {
      if (word.startsWith("-") && word.length() > OPTION_CHARS) {
        words.add(word.substring(OPTION_CHARS));
      }
    }
    return new CommandWords(words, directories, unnamed, shell.computed());
  }

  private static TreeWrites writes(String plain, Set<String> words, Set<String> directories) {
    TreeWrites writes = TreeWrites.of(plain);
    words.addAll(writes.files());
    directories.addAll(writes.directories());
    return writes;
  }

  /** Words with alternatives in braces, each put in; those of further braces stay wildcards. */
  private static void braces(String text, Set<String> words) {
    Matcher braces = BRACES.matcher(text);
    while (braces.find()) {
      String before = wordBefore(text, braces.start());
      String after = braces.group(2).replaceAll("\\{[^{}]*\\}", "*");
      for (String one : braces.group(1).split(",", -1)) {
        words.add(before + one + after);
      }
    }
  }

  private static String wordBefore(String text, int end) {
    int start = end;
    while (start > 0 && end - start < BEFORE_CHARS_MAX && isOfWord(text.charAt(start - 1))) {
      start--;
    }
    return text.substring(start, end);
  }

  private static boolean isOfWord(char c) {
    return !Character.isWhitespace(c) && c != '{' && c != '}';
  }
}
