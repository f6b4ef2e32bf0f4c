package dev.assay.policygate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One program of a command, and what it writes without naming it.
 *
 * @param program its name, without a directory
 */
record ProgramWrites(String program, Arguments arguments) {

  /** Programs that run the one that they are given, behind options and values of their own. */
  private static final Pattern RUNNER =
      Pattern.compile(
          "env|time|exec|sudo|doas|timeout|nice|ionice|stdbuf|setsid|flock|strace|taskset"
              + "|busybox|toybox|xvfb-run|su|runuser|chroot|unshare|nsenter|setarch|chrt|ltrace"
              + "|fakeroot|proot|eatmydata|firejail|watch|entr|systemd-run|setpriv|npx|bunx|powershell|pwsh|cmd");

  /** Programs that run another one behind a word of theirs; what npm runs are scripts. */
  private static final Map<String, Set<String>> LAUNCHERS =
      Map.of(
          "uv", Set.of("run"),
          "poetry", Set.of("run"),
          "pipenv", Set.of("run"),
          "npm", Set.of("exec", "x"),
          "pnpm", Set.of("exec", "x", "dlx"),
          "yarn", Set.of("run", "exec", "x", "dlx"),
          "cmake", Set.of("-E"));

  private static final Pattern EXECUTABLE = Pattern.compile("\\.(?:exe|cmd|bat)$");

  /** Words of a runner's own that may stand before the program. */
  private static final int RUNNER_WORDS_MAX = 16;

  private static final Pattern COMPRESSED = Pattern.compile("(.+)\\.(?:gz|bz2|xz|zst|lzma|lz4|Z)");
  private static final Pattern SED_WRITES =
      Pattern.compile("(?:^|[;/}{,$\\s0-9])[wW]\\s{0,9}([^\\s;}]+)");
  private static final Pattern ONLY_WILDCARDS = Pattern.compile("[*?]+");
  private static final Set<String> SPLIT_VALUES = Set.of("-b", "-l", "-n", "-C", "-a", "-t");

  /** What find runs and what touches nothing. */
  private static final Set<String> READERS =
      Set.of(
          "grep", "cat", "head", "tail", "wc", "ls", "file", "stat", "echo", "sha256sum", "diff");

  /** What tools leave behind and nobody protects. */
  private static final Pattern LITTER =
      Pattern.compile(
          "\\*\\.(?:pyc|class|o|orig|rej|tmp|log)|__pycache__|\\.pytest_cache|node_modules"
              + "|\\.DS_Store");

  /** Adds what it writes, and what the program that it runs writes. */
  void add(Set<String> trees, Set<String> files) {
    own(trees, files);
    Set<String> launching = LAUNCHERS.getOrDefault(program, Set.of());
    if (arguments.words().stream().anyMatch(launching::contains)
        || RUNNER.matcher(program).matches()) {
      for (int i = 0; i < Math.min(arguments.words().size(), RUNNER_WORDS_MAX); i++) {
        String run = name(arguments.words().get(i));
        new ProgramWrites(run, arguments.behind(i + 1)).own(trees, files);
      }
    }
  }

  /** What the program itself writes, whatever it runs. */
  private void own(Set<String> trees, Set<String> files) {
    List<String> plain = arguments.plain();
    switch (program) {
      case "rm",
          "chmod",
          "chown",
          "rmdir",
          "shred",
          "srm",
          "tee",
          "truncate",
          "touch",
          "trash",
          "rimraf" ->
          removes(plain, trees);
      case "mv" -> {
        removes(plain.subList(0, Math.max(0, plain.size() - 1)), trees);
        copies(plain, true, trees, files);
      }
      case "cp", "install", "scp" ->
          copies(plain, arguments.has("[a-zA-Z]*[raR]", "recursive|archive"), trees, files);
      case "ln" -> {
        removes(plain.subList(0, Math.max(0, plain.size() - 1)), trees);
        copies(plain, false, trees, files);
      }
      case "mount" -> removes(plain, trees);
      case "rsync" -> {
        copies(plain, true, trees, files);
        if (arguments.has("", "files-from.*")) {
          trees.add(arguments.lastOf(1));
        }
      }
      case "xcopy", "robocopy" ->
          trees.addAll(arguments.plainOnWindows().stream().skip(1).limit(1).toList());
      case "copy-item", "copy", "move-item", "move" ->
          copies(arguments.plainOnWindows(), true, trees, files);
      case "remove-item", "del", "erase", "rd" -> removes(arguments.plainOnWindows(), trees);
      case "gunzip", "bunzip2", "unxz", "unzstd", "gzip", "bzip2", "xz", "zstd" ->
          plain.forEach(word -> first(COMPRESSED, word, files));
      case "curl" -> {
        if (arguments.has("[a-zA-Z]*O", "remote-name.*")) {
          plain.forEach(word -> files.add(base(word)));
        }
        unpack(trees);
      }
      case "wget" -> {
        String to = arguments.directory("-P", "--directory-prefix");
        plain.forEach(word -> files.add(to + "/" + base(word)));
        unpack(trees);
      }
      case "sed" -> {
        arguments.words().forEach(word -> first(SED_WRITES, word, files));
        if (arguments.has("[a-zA-Z]*i", "in-place.*")) {
          removes(plain, trees);
        }
      }
      // Their names begin with what is given, and end with what is counted.
      case "split" -> {
        List<String> given = arguments.positional(SPLIT_VALUES);
        files.add((given.size() < 2 ? "x" : given.get(1)) + "*");
      }
      case "csplit" -> {
        String prefix = arguments.value("-f", "--prefix");
        files.add((prefix == null ? "xx" : prefix) + "*");
      }
      // Names are computed, in the directory in which each file lies.
      case "rename", "prename", "file-rename", "mmv" ->
          plain.stream().skip(1).forEach(word -> trees.add(above(word)));
      case "find" -> finds(trees);
      case "fd", "fdfind" -> {
        if (runsWriter(last("-x", "-X", "--exec", "--exec-batch"))) {
          trees.add(Arguments.HERE);
        }
      }
      case "git" -> GitWrites.of(arguments, trees, files);
      default -> unpack(trees);
    }
  }

  private void unpack(Set<String> trees) {
    String tree = Unpacking.tree(program, arguments);
    if (tree != null) {
      trees.add(tree);
    }
  }

  /** What is said of a directory, or of a wildcard, is said of all that it holds. */
  static void removes(List<String> words, Set<String> trees) {
    for (String word : words) {
      int deep = word.indexOf("**");
      boolean all = deep >= 0 || anyName(base(word));
      String above = word.substring(0, word.lastIndexOf('/', deep < 0 ? word.length() : deep) + 1);
      trees.add(all ? above + Arguments.HERE : word);
    }
  }

  private void copies(List<String> words, boolean recursive, Set<String> trees, Set<String> files) {
    String target = arguments.value("-t", "--target-directory");
    int sources = target == null ? words.size() - 1 : words.size();
    if (sources < 1) {
      return;
    }
    String to = target == null ? words.getLast() : target;
    for (String source : words.subList(0, sources)) {
      String name = base(source.substring(source.indexOf(':') + 1));
      boolean contents =
          anyName(name)
              || name.equals(Arguments.HERE)
              || program.equals("rsync") && source.endsWith("/");
      String copy = contents ? to : to + "/" + name;
      files.add(copy);
      if (recursive || contents) {
        trees.add(copy);
      }
    }
    if (recursive && sources == 1 && !to.endsWith("/") && !base(to).matches("\\.{1,2}")) {
      trees.add(to);
    }
  }

  private void finds(Set<String> trees) {
    List<String> words = arguments.words();
    int options = words.size();
    for (int i = words.size() - 1; i >= 0; i--) {
      options = words.get(i).startsWith("-") ? i : options;
    }
    int run = last("-exec", "-execdir", "-ok", "-okdir");
    int name = last("-name", "-iname") + 1;
    boolean litter = name > 0 && name < words.size() && LITTER.matcher(words.get(name)).matches();
    if (!litter && (words.contains("-delete") || runsWriter(run))) {
      trees.addAll(options == 0 ? List.of(Arguments.HERE) : words.subList(0, options));
    }
  }

  /** The place of the last of these options that is given, or -1. */
  private int last(String... options) {
    return Stream.of(options).mapToInt(arguments.words()::indexOf).max().orElse(-1);
  }

  /** Whether the program that follows the option at that place may write. */
  private boolean runsWriter(int option) {
    List<String> words = arguments.words();
    return option >= 0
        && option + 1 < words.size()
        && !READERS.contains(base(words.get(option + 1)));
  }

  /** A program's name as a case-insensitive system knows it, too. */
  static String name(String word) {
    return EXECUTABLE.matcher(base(word).toLowerCase(Locale.ROOT)).replaceFirst("");
  }

  static boolean anyName(String name) {
    return ONLY_WILDCARDS.matcher(name).matches();
  }

  static String base(String path) {
    String plain = path.replaceFirst("/+$", "");
    return plain.substring(plain.lastIndexOf('/') + 1);
  }

  private static String above(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1) + Arguments.HERE;
  }

  private static void first(Pattern pattern, String word, Set<String> found) {
    Matcher matcher = pattern.matcher(word);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
  }
}
