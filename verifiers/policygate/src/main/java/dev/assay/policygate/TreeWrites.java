package dev.assay.policygate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a command writes without naming it: each file below a directory, as an archive, a patch, a
 * commit or a recursive copy does, or a file whose name follows from others, as that of a copy in a
 * directory.
 *
 * @param trees directories below which any file may be written; {@code .} is where the command
 *     starts
 * @param files names that follow from others
 * @param directories those that it changes to from another one that it changed to
 */
record TreeWrites(Set<String> trees, Set<String> files, Set<String> directories) {

  private static final String HERE = Arguments.HERE;

  private static final Pattern SEGMENT_ENDS =
      Pattern.compile("&&|\\|\\||[;|\\n()]|(?<!\\S)[{}](?!\\S)");
  private static final Pattern REDIRECTION = Pattern.compile("(?:[0-9]|&)?[<>]+&?\\s{0,9}(\\S*)");

  /** What may stand before the program of a command. */
  private static final Pattern BEFORE =
      Pattern.compile("nohup|command|builtin|if|then|elif|else|do|while|until|!|\\w+=\\S*");

  TreeWrites {
    trees = Set.copyOf(trees);
    files = Set.copyOf(files);
    directories = Set.copyOf(directories);
  }

  /** What {@code command}, of which quotes and escapes are taken off, writes unnamed. */
  static TreeWrites of(String command) {
    Set<String> trees = new LinkedHashSet<>();
    Set<String> files = new LinkedHashSet<>();
    Set<String> directories = new LinkedHashSet<>();
    String at = HERE;
    for (String segment : SEGMENT_ENDS.split(command, -1)) {
      List<String> words =
          List.of(REDIRECTION.matcher(segment).replaceAll(" ").strip().split("\\s+", -1));
      int first = 0;
      while (first < words.size() - 1
          && (words.get(first).startsWith("-") || BEFORE.matcher(words.get(first)).matches())) {
        first++;
      }
      Arguments arguments = new Arguments(words.subList(first + 1, words.size()));
      String program = ProgramWrites.name(words.get(first));
      Set<String> written = redirected(segment);
      if (Set.of("cd", "pushd", "chdir").contains(program) && !arguments.plain().isEmpty()) {
        String next = below(at, arguments.plain().getFirst());
        at = next.length() > PolicyGateLimits.OBJECT_CHARS_MAX ? HERE : next;
        if (!next.equals(arguments.plain().getFirst())) {
          directories.add(at);
        }
      } else {
        new ProgramWrites(program, arguments).add(written, files);
      }
      for (String tree : written) {
        trees.add(below(at, tree));
      }
    }
    return new TreeWrites(trees, files, directories);
  }

  /** The directories in which a redirection goes to any file. */
  private static Set<String> redirected(String segment) {
    Set<String> found = new LinkedHashSet<>();
    REDIRECTION
        .matcher(segment)
        .results()
        .filter(to ->
            to.group().indexOf('>') >= 0 && ProgramWrites.anyName(ProgramWrites.base(to.group(1))))
        .forEach(to -> ProgramWrites.removes(List.of(to.group(1)), found));
    return found;
  }

  private static String below(String directory, String path) {
    boolean elsewhere = path.startsWith("/") || path.startsWith("~") || path.startsWith("$");
    return elsewhere || directory.equals(HERE) ? path : directory + "/" + path;
  }
}
