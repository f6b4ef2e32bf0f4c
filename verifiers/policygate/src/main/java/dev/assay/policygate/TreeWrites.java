package dev.assay.policygate;

import dev.assay.policygate.Writes.Move;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a command writes without naming it: each file below a directory, as an archive, a patch, a
 * commit or a recursive copy does, or a file whose name follows from others, as that of a copy in a
 * directory.
 *
 * @param trees directories below which any file may be written; {@code .} is where the command
 *     starts
 * @param globs files that wildcards stand for
 * @param moves what is put elsewhere
 * @param files names that follow from others
 * @param directories those that it changes to from another one that it changed to
 */
record TreeWrites(
    Set<String> trees,
    Set<String> globs,
    Set<Move> moves,
    Set<String> files,
    Set<String> directories) {

  private static final String HERE = Arguments.HERE;

  private static final Pattern SEGMENT_ENDS =
      Pattern.compile("&&|\\|\\||[;|\\n()]|(?<!\\S)[{}](?!\\S)");
  private static final Pattern REDIRECTION = Pattern.compile("(?:[0-9]|&)?[<>]+&?\\s{0,9}(\\S*)");

  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*,[^{}]*)\\}");
  private static final int ALTERNATIVES_MAX = 64;
  private static final Pattern HERE_VARIABLE = Pattern.compile("^\\$(?:PWD|\\{PWD\\})(?=/|$)");

  /** What may stand before the program of a command. */
  private static final Pattern BEFORE =
      Pattern.compile("nohup|command|builtin|if|then|elif|else|do|while|until|!|\\w+=\\S*");

  TreeWrites {
    trees = Set.copyOf(trees);
    globs = Set.copyOf(globs);
    moves = Set.copyOf(moves);
    files = Set.copyOf(files);
    directories = Set.copyOf(directories);
  }

  /** What {@code command}, of which quotes and escapes are taken off, writes unnamed. */
  static TreeWrites of(String command) {
    Writes all = Writes.none();
    Set<String> directories = new LinkedHashSet<>();
    String at = HERE;
    for (String segment : SEGMENT_ENDS.split(command, -1)) {
      List<String> words =
          expanded(REDIRECTION.matcher(segment).replaceAll(" ").strip().split("\\s+", -1));
      int first = 0;
      while (first < words.size() - 1
          && (words.get(first).startsWith("-") || BEFORE.matcher(words.get(first)).matches())) {
        first++;
      }
      Arguments arguments = new Arguments(words.subList(first + 1, words.size()));
      String program = ProgramWrites.name(words.get(first));
      Writes written = Writes.none();
      written.named(redirected(segment));
      if (Set.of("cd", "pushd", "chdir").contains(program) && !arguments.plain().isEmpty()) {
        String next = below(at, arguments.plain().getFirst());
        at = next.length() > PolicyGateLimits.OBJECT_CHARS_MAX ? HERE : next;
        if (!next.equals(arguments.plain().getFirst())) {
          directories.add(at);
        }
      } else {
        new ProgramWrites(program, arguments).add(written);
      }
      all.add(written, at);
    }
    return new TreeWrites(all.trees(), all.globs(), all.moves(), all.files(), directories);
  }

  /** Where redirections go to. */
  private static List<String> redirected(String segment) {
    return REDIRECTION
        .matcher(segment)
        .results()
        .filter(to -> to.group().indexOf('>') >= 0)
        .map(to -> to.group(1))
        .toList();
  }

  /** Words with alternatives in braces, each put in; where there are many, any name may be. */
  private static List<String> expanded(String[] words) {
    return Stream.of(words).flatMap(word -> expanded(word).stream()).toList();
  }

  private static List<String> expanded(String word) {
    List<String> all = List.of(word);
    Matcher braces = BRACES.matcher(word);
    while (braces.find()) {
      String[] alternatives = braces.group(1).split(",", -1);
      if (word.length() > PolicyGateLimits.OBJECT_CHARS_MAX
          || all.size() * alternatives.length > ALTERNATIVES_MAX) {
        return List.of(BRACES.matcher(word).replaceAll("*"));
      }
      List<String> before = all;
      all =
          Stream.of(alternatives)
              .flatMap(one -> before.stream().map(each -> each.replace(braces.group(), one)))
              .toList();
    }
    return all;
  }

  static String below(String directory, String word) {
    String path = HERE_VARIABLE.matcher(word).replaceFirst(HERE);
    boolean elsewhere = path.startsWith("/") || path.startsWith("~") || path.startsWith("$");
    return elsewhere || directory.equals(HERE) ? path : directory + "/" + path;
  }
}
