package dev.assay.policygate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a command writes without naming it: each file below a directory, as an archive, a patch, a
 * commit or a recursive copy does, or a file whose name follows from others, as that of a copy in a
 * directory.
 *
 * @param trees directories below which any file may be written; {@code .} is where the command
 *     starts
 * @param files names that follow from others
 */
record TreeWrites(Set<String> trees, Set<String> files) {

  private static final String HERE = ".";

  private static final Pattern SEGMENT_ENDS = Pattern.compile("&&|\\|\\||[;|\\n(){}]");
  private static final Pattern REDIRECTION = Pattern.compile("(?:[0-9]|&)?[<>]+&?\\s{0,9}(\\S*)");

  /** What may stand before the program of a command. */
  private static final Pattern BEFORE =
      Pattern.compile("nohup|command|builtin|if|then|elif|else|do|while|until|!|\\w+=\\S*");

  /** Programs that run the one that they are given, behind options and values of their own. */
  private static final Pattern RUNNER =
      Pattern.compile(
          "env|time|exec|sudo|doas|timeout|nice|ionice|stdbuf|setsid|flock|strace|taskset"
              + "|busybox|xvfb-run");

  /** Words of a runner's own that may stand before the program. */
  private static final int RUNNER_WORDS_MAX = 16;

  private static final Pattern COMPRESSED = Pattern.compile("(.+)\\.(?:gz|bz2|xz|zst|lzma|lz4|Z)");
  private static final Pattern SED_WRITES =
      Pattern.compile("(?:^|[;/}{,$\\s0-9])[wW]\\s{0,9}([^\\s;}]+)");
  private static final Pattern ONLY_WILDCARDS = Pattern.compile("[*?]+");

  /** What find runs and what touches nothing. */
  private static final Set<String> READERS =
      Set.of(
          "grep", "cat", "head", "tail", "wc", "ls", "file", "stat", "echo", "sha256sum", "diff");

  /** What tools leave behind and nobody protects. */
  private static final Pattern LITTER =
      Pattern.compile(
          "\\*\\.(?:pyc|class|o|orig|rej|tmp|log)|__pycache__|\\.pytest_cache|node_modules"
              + "|\\.DS_Store");

  TreeWrites {
    trees = Set.copyOf(trees);
    files = Set.copyOf(files);
  }

  /** What {@code command}, of which quotes and escapes are taken off, writes unnamed. */
  static TreeWrites of(String command) {
    Set<String> trees = new LinkedHashSet<>();
    Set<String> files = new LinkedHashSet<>();
    String at = HERE;
    for (String segment : SEGMENT_ENDS.split(command, -1)) {
      List<String> words =
          new ArrayList<>(
              List.of(REDIRECTION.matcher(segment).replaceAll(" ").strip().split("\\s+", -1)));
      while (words.size() > 1
          && (BEFORE.matcher(words.getFirst()).matches() || words.getFirst().startsWith("-"))) {
        words.removeFirst();
      }
      Segment one = new Segment(base(words.getFirst()), words.subList(1, words.size()), segment);
      Set<String> written = redirected(segment);
      if (Set.of("cd", "pushd", "chdir").contains(one.program) && !one.plain().isEmpty()) {
        String next = below(at, one.plain().getFirst());
        at = next.length() > PolicyGateLimits.OBJECT_CHARS_MAX ? HERE : next;
      } else {
        one.write(written, files);
      }
      for (String tree : written) {
        trees.add(below(at, tree));
      }
    }
    return new TreeWrites(trees, files);
  }

  /** The directories in which a redirection goes to any file. */
  private static Set<String> redirected(String segment) {
    Set<String> found = new LinkedHashSet<>();
    REDIRECTION
        .matcher(segment)
        .results()
        .filter(to -> to.group().indexOf('>') >= 0 && anyName(base(to.group(1))))
        .forEach(to -> Segment.removes(List.of(to.group(1)), found));
    return found;
  }

  private static boolean anyName(String name) {
    return ONLY_WILDCARDS.matcher(name).matches();
  }

  private static String below(String directory, String path) {
    boolean elsewhere = path.startsWith("/") || path.startsWith("~") || path.startsWith("$");
    return elsewhere || directory.equals(HERE) ? path : directory + "/" + path;
  }

  private static String base(String path) {
    String plain = path.replaceFirst("/+$", "");
    return plain.substring(plain.lastIndexOf('/') + 1);
  }

  /** One program and what it is given. */
  private record Segment(String program, List<String> arguments, String text) {

    void write(Set<String> trees, Set<String> files) {
      own(trees, files);
      if (RUNNER.matcher(program).matches()) {
        for (int i = 0; i < Math.min(arguments.size(), RUNNER_WORDS_MAX); i++) {
          List<String> behind = arguments.subList(i + 1, arguments.size());
          new Segment(base(arguments.get(i)), behind, text).own(trees, files);
        }
      }
    }

    /** What the program itself writes, whatever it runs. */
    private void own(Set<String> trees, Set<String> files) {
      switch (program) {
        case "rm", "chmod", "chown", "rmdir", "shred", "tee", "truncate", "touch" ->
            removes(plain(), trees);
        case "mv" -> {
          removes(plain().subList(0, Math.max(0, plain().size() - 1)), trees);
          copies(true, trees, files);
        }
        case "cp", "install", "scp" ->
            copies(has("[a-zA-Z]*[raR]", "recursive|archive"), trees, files);
        case "ln" -> {
          removes(plain().subList(0, Math.max(0, plain().size() - 1)), trees);
          copies(false, trees, files);
        }
        case "rsync" -> copies(true, trees, files);
        case "tar", "bsdtar", "gtar", "jar" -> {
          if (has("[a-zA-Z]*x", "extract|get") || first().matches("[a-zA-Z]*x[a-zA-Z]*")) {
            trees.add(directory("-C", "--directory"));
          }
        }
        case "unzip" -> {
          if (!has("[lptvZ]", "list")) {
            trees.add(directory("-d", "-d"));
          }
        }
        case "7z", "7za", "7zr", "7zz", "unrar" -> {
          if (first().matches("[xe]")) {
            trees.add(HERE);
          }
        }
        case "unar" -> trees.add(directory("-o", "-output-directory"));
        case "pax" -> {
          if (has("[a-zA-Z]*r", "-")) {
            trees.add(HERE);
          }
        }
        case "cpio" -> {
          if (has("[a-zA-Z]*i", "extract")) {
            trees.add(HERE);
          }
        }
        case "patch" -> {
          if (!has("", "dry-run")) {
            trees.add(directory("-d", "--directory"));
          }
        }
        case "gunzip", "bunzip2", "unxz", "unzstd", "gzip", "bzip2", "xz", "zstd" ->
            plain().forEach(word -> first(COMPRESSED, word, files));
        case "curl" -> {
          if (has("[a-zA-Z]*J", "remote-header-name")) {
            trees.add(HERE);
          }
        }
        case "wget" -> {
          String to = directory("-P", "--directory-prefix");
          plain().forEach(word -> files.add(to + "/" + base(word)));
          if (has("r", "recursive|mirror|content-disposition")) {
            trees.add(to);
          }
        }
        case "sed" -> {
          arguments.forEach(word -> first(SED_WRITES, word, files));
          if (has("[a-zA-Z]*i", "in-place.*")) {
            removes(plain(), trees);
          }
        }
        case "find" -> finds(trees);
        case "git" -> git(trees, files);
        default -> {}
      }
    }

    /** What is said of a directory, or of a wildcard, is said of all that it holds. */
    private static void removes(List<String> words, Set<String> trees) {
      for (String word : words) {
        int deep = word.indexOf("**");
        boolean all = deep >= 0 || anyName(base(word));
        String above =
            word.substring(0, word.lastIndexOf('/', deep < 0 ? word.length() : deep) + 1);
        trees.add(all ? above + HERE : word);
      }
    }

    private void copies(boolean recursive, Set<String> trees, Set<String> files) {
      List<String> words = plain();
      String target = value("-t", "--target-directory");
      int sources = target == null ? words.size() - 1 : words.size();
      if (sources < 1) {
        return;
      }
      String to = target == null ? words.getLast() : target;
      for (String source : words.subList(0, sources)) {
        String name = base(source.substring(source.indexOf(':') + 1));
        boolean contents =
            anyName(name) || name.equals(HERE) || program.equals("rsync") && source.endsWith("/");
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
      int options = arguments.size();
      for (int i = arguments.size() - 1; i >= 0; i--) {
        options = arguments.get(i).startsWith("-") ? i : options;
      }
      List<String> running = List.of("-exec", "-execdir", "-ok", "-okdir");
      int run = running.stream().mapToInt(arguments::indexOf).max().orElse(-1);
      boolean reads =
          run < 0 || run + 1 >= arguments.size() || READERS.contains(base(arguments.get(run + 1)));
      int name = Math.max(arguments.indexOf("-name"), arguments.indexOf("-iname")) + 1;
      boolean litter =
          name > 0 && name < arguments.size() && LITTER.matcher(arguments.get(name)).matches();
      if (!litter && (arguments.contains("-delete") || !reads)) {
        trees.addAll(options == 0 ? List.of(HERE) : arguments.subList(0, options));
      }
    }

    private void git(Set<String> trees, Set<String> files) {
      List<String> words = new ArrayList<>(arguments);
      String in = HERE;
      while (!words.isEmpty() && words.getFirst().startsWith("-")) {
        boolean value = words.size() > 1 && Set.of("-C", "-c").contains(words.getFirst());
        in = value && words.getFirst().equals("-C") ? words.get(1) : in;
        words = words.subList(value ? 2 : 1, words.size());
      }
      if (words.isEmpty()) {
        return;
      }
      Segment rest = new Segment(words.getFirst(), words.subList(1, words.size()), text);
      List<String> plain = rest.plain();
      switch (rest.program) {
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
        case "checkout", "restore" -> {
          int dashes = rest.arguments.indexOf("--");
          boolean other =
              rest.has("s", "source.*")
                  || dashes > 0
                      && rest.arguments.subList(0, dashes).stream()
                          .anyMatch(word -> !word.matches("-.*|HEAD|@"))
                  || rest.program.equals("checkout") && dashes < 0 && plain.size() > 1;
          if (other) {
            List<String> paths =
                dashes < 0 ? plain : rest.arguments.subList(dashes + 1, rest.arguments.size());
            removes(paths, trees);
          }
        }
        case "reset" -> {
          if (rest.has("", "hard|merge|keep") && plain.stream().anyMatch(isNot("HEAD", "@"))) {
            trees.add(in);
          }
        }
        case "rm", "mv" -> rest.own(trees, files);
        default -> {}
      }
    }

    private static Predicate<String> isNot(String... words) {
      return word -> !Set.of(words).contains(word);
    }

    private String first() {
      return arguments.isEmpty() ? "" : arguments.getFirst();
    }

    /** Whether an option is given: a short one that begins so, or a long one. */
    private boolean has(String shorts, String longs) {
      Pattern option = Pattern.compile("-" + shorts + "[a-zA-Z0-9.]*|--(?:" + longs + ")");
      return arguments.stream()
          .anyMatch(word ->
              (word.startsWith("--") || !shorts.isEmpty()) && option.matcher(word).matches());
    }

    private String directory(String brief, String full) {
      String value = value(brief, full);
      return value == null ? HERE : value;
    }

    private @Nullable String value(String brief, String full) {
      for (int i = 0; i < arguments.size(); i++) {
        String word = arguments.get(i);
        if (word.equals(brief) || word.equals(full)) {
          return i + 1 < arguments.size() ? arguments.get(i + 1) : null;
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
    private List<String> plain() {
      return arguments.stream().filter(word -> !word.startsWith("-") && !word.isEmpty()).toList();
    }

    private static void first(Pattern pattern, String word, Set<String> found) {
      Matcher matcher = pattern.matcher(word);
      while (matcher.find()) {
        found.add(matcher.group(1));
      }
    }
  }
}
