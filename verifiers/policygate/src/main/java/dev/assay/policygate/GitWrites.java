package dev.assay.policygate;

import java.util.List;
import java.util.Set;

/** What Git writes without naming it: files of patches, of other commits and of other trees. */
final class GitWrites {

  private static final Set<String> PLACES = Set.of("-C", "--work-tree");
  private static final Set<String> VALUED =
      Set.of("-C", "-c", "--work-tree", "--git-dir", "--namespace", "--config-env");
  private static final String TREE = "--work-tree=";

  /** Options, of commands that make a directory, with a value of their own. */
  private static final Set<String> MAKING_VALUED =
      Set.of(
          "-b",
          "-B",
          "-c",
          "-j",
          "-o",
          "-u",
          "--branch",
          "--config",
          "--depth",
          "--filter",
          "--jobs",
          "--name",
          "--origin",
          "--reason",
          "--reference",
          "--template",
          "--upload-pack");

  /** Commands that write what a list in a file names. */
  private static final Set<String> FROM_LISTS = Set.of("rm", "checkout", "restore");

  private GitWrites() {}

  static void of(Arguments given, Writes to) {
    List<String> words = given.words();
    String in = Arguments.HERE;
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-")) {
      String option = words.get(at);
      boolean value = at + 1 < words.size() && VALUED.contains(option);
      in = value && PLACES.contains(option) ? words.get(at + 1) : in;
      in = option.startsWith(TREE) ? option.substring(TREE.length()) : in;
      at += value ? 2 : 1;
    }
    if (at < words.size()) {
      command(words.get(at), given.behind(at + 1), in, to);
    }
  }

  private static void command(String command, Arguments rest, String in, Writes to) {
    if (FROM_LISTS.contains(command) && rest.has("", "pathspec-from-file.*")) {
      to.trees().add(in);
    }
    switch (command) {
      case "apply" -> {
        if (!rest.has("", "check|stat|numstat|summary")) {
          to.trees().add(in);
        }
      }
      case "am", "cherry-pick", "revert", "read-tree", "checkout-index" -> {
        if (!rest.has("", "abort|quit|skip")) {
          to.trees().add(in);
        }
      }
      case "update-index" -> {
        if (rest.has("", "index-info")) {
          to.trees().add(in);
        }
      }
      case "checkout", "restore" -> restores(command, rest, to);
      case "clone" -> to.trees().add(made(rest, 1));
      case "worktree", "submodule" -> {
        if (rest.first().equals("add")) {
          to.trees().add(made(rest.behind(1), command.equals("worktree") ? 0 : 1));
        }
      }
      case "reset" -> {
        boolean other = rest.plain().stream().anyMatch(word -> !word.matches("HEAD|@"));
        if (rest.has("", "hard|merge|keep") && other) {
          to.trees().add(in);
        }
      }
      case "rm", "mv" -> {
        new ProgramWrites(command, rest).add(to);
        rest.plain().stream()
            .filter(Globs::hasWildcard)
            .map(GitWrites::spread)
            .forEach(to.trees()::add);
      }
      default -> {}
    }
  }

  /**
   * The directory that a command makes, the word at that place, or the name of what it is made of.
   * Git makes none that holds something, so one above this place is taken for one in it.
   */
  private static String made(Arguments given, int place) {
    List<String> words = given.positional(MAKING_VALUED);
    if (words.isEmpty()) {
      return Arguments.HERE;
    }
    return words.size() > place
        ? words.get(place).replaceFirst("^(?:\\.\\./)+", "")
        : ProgramWrites.base(words.getLast()).replaceFirst("\\.git$", "");
  }

  private static void restores(String command, Arguments rest, Writes to) {
    List<String> words = rest.words();
    int dashes = words.indexOf("--");
    boolean other =
        rest.has("s", "source.*")
            || dashes > 0
                && words.subList(0, dashes).stream().anyMatch(word -> !word.matches("-.*|HEAD|@"))
            || command.equals("checkout") && dashes < 0 && rest.plain().size() > 1;
    if (other) {
      List<String> paths = dashes < 0 ? rest.plain() : words.subList(dashes + 1, words.size());
      for (String path : paths) {
        if (Globs.hasWildcard(path)) {
          to.trees().add(spread(path));
        } else {
          to.away(List.of(path.startsWith(":") ? Arguments.HERE : path));
        }
      }
    }
  }

  /**
   * What begins with a colon is a pattern, from the top or of all but some; a wildcard stands for
   * directories, too.
   */
  private static String spread(String path) {
    return path.startsWith(":")
        ? Arguments.HERE
        : path.substring(0, path.lastIndexOf('/', Globs.firstWildcard(path)) + 1)
            + "**/"
            + ProgramWrites.base(path);
  }
}
