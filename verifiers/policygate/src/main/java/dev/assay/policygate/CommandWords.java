package dev.assay.policygate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a command that may be paths, as they stand and as a shell puts them together from
 * quotes, escapes, options and variables, and the directories that it changes to.
 *
 * @param computed whether it puts words together in a way that is not followed
 */
record CommandWords(Set<String> words, Set<String> directories, boolean computed) {

  private static final Pattern WORD_ENDS = Pattern.compile("[\\s\"'`<>|&;()=,{}\\[\\]]+");
  private static final Pattern SHELL_ENDS = Pattern.compile("[\\s<>|&;()=]+");
  private static final Pattern QUOTES = Pattern.compile("\\\\\\r?\\n|[\"'\\\\]");
  private static final Pattern DIRECTORY =
      Pattern.compile(
          "(?:^|[\\s;&|(])(?:cd|pushd|chdir|-C|--directory|--cwd|--prefix)[ =]+(?:-- )?([^\\s;&|)]+)");
  private static final int OPTION_CHARS = 2;

  static CommandWords of(String command) {
    Set<String> words = new LinkedHashSet<>();
    Set<String> directories = new LinkedHashSet<>();
    ShellText shell = ShellText.of(command);
    for (String text : shell.texts()) {
      String plain = QUOTES.matcher(text).replaceAll("");
      words.addAll(List.of(WORD_ENDS.split(text, -1)));
      words.addAll(List.of(SHELL_ENDS.split(plain, -1)));
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
    return new CommandWords(words, directories, shell.computed());
  }
}
