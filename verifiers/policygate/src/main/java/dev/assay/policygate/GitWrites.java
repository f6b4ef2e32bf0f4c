package dev.assay.policygate;

import java.util.List;
import java.util.Set;

/** What Git writes without naming it: files of patches, of other commits and of other trees. */
final class GitWrites {

  private static final Set<String> VALUED = Set.of("-C", "-c", "--work-tree");
  private static final String TREE = "--work-tree=";

  private GitWrites() {}

  static void of(Arguments given, Set<String> trees, Set<String> files) {
    List<String> words = given.words();
    String in = Arguments.HERE;
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-")) {
      String option = words.get(at);
      boolean value = at + 1 < words.size() && VALUED.contains(option);
      in = value && !option.equals("-c") ? words.get(at + 1) : in;
      in = option.startsWith(TREE) ? option.substring(TREE.length()) : in;
      at += value ? 2 : 1;
    }
    if (at < words.size()) {
      command(words.get(at), given.behind(at + 1), in, trees, files);
    }
  }

  private static void command(
      String command, Arguments rest, String in, Set<String> trees, Set<String> files) {
    switch (command) {
      case "apply" -> {
        if (!rest.has("", "check|stat|numstat|summary")) {
          trees.add(in);
        }
      }
      case "am", "cherry-pick", "revert", "read-tree", "checkout-index" -> {
        if (!rest.has("", "abort|quit|skip")) {
          trees.add(in);
        }
      }
      case "update-index" -> {
        if (rest.has("", "index-info")) {
          trees.add(in);
        }
      }
      case "checkout", "restore" -> restores(command, rest, trees);
      case "clone" -> trees.add(ProgramWrites.base(rest.lastOf(1)).replaceFirst("\\.git$", ""));
      case "worktree", "submodule" -> {
        if (rest.first().equals("add")) {
          trees.addAll(rest.behind(1).plain());
        }
      }
      case "reset" -> {
        boolean other = rest.plain().stream().anyMatch(word -> !word.matches("HEAD|@"));
        if (rest.has("", "hard|merge|keep") && other) {
          trees.add(in);
        }
      }
      case "rm", "mv" -> new ProgramWrites(command, rest).add(trees, files);
      default -> {}
    }
  }

  private static void restores(String command, Arguments rest, Set<String> trees) {
    List<String> words = rest.words();
    int dashes = words.indexOf("--");
    boolean other =
        rest.has("s", "source.*")
            || dashes > 0
                && words.subList(0, dashes).stream().anyMatch(word -> !word.matches("-.*|HEAD|@"))
            || command.equals("checkout") && dashes < 0 && rest.plain().size() > 1;
    if (other) {
      List<String> paths = dashes < 0 ? rest.plain() : words.subList(dashes + 1, words.size());
      // What begins with a colon is a pattern, from the top or of all but some.
      ProgramWrites.removes(
          paths.stream().map(path -> path.startsWith(":") ? Arguments.HERE : path).toList(), trees);
    }
  }
}
