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

  /** Of find: what makes that more files are met than those of one name. */
  private static final String[] OTHER_NAMES = {"-o", "-or", "!", "-not", ","};

  /** Programs that write the files that they are given, and without an option none below them. */
  private static final Set<String> FILE_WRITERS =
      Set.of("rm", "sed", "touch", "chmod", "chown", "truncate", "tee", "shred");

  private static final Set<String> MOVERS = Set.of("mv", "move", "move-item");

  private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl");

  /** Adds what it writes, and what the program that it runs writes. */
  void add(Writes to) {
    own(to);
    Set<String> launching = LAUNCHERS.getOrDefault(program, Set.of());
    if (arguments.words().stream().anyMatch(launching::contains)
        || RUNNER.matcher(program).matches()
        || CONTAINERS.contains(program) && arguments.has("v", "volume.*|mount.*")) {
      for (int i = 0; i < Math.min(arguments.words().size(), RUNNER_WORDS_MAX); i++) {
        String run = name(arguments.words().get(i));
        new ProgramWrites(run, arguments.behind(i + 1)).own(to);
      }
    }
  }

  /** What the program itself writes, whatever it runs. */
  private void own(Writes to) {
    List<String> plain = arguments.plain();
    switch (program) {
      case "rm", "chmod", "chown", "chgrp", "srm" -> {
        if (recurses()) {
          to.away(plain.stream().filter(ProgramWrites::isLitter).toList());
          plain.stream().filter(word -> !isLitter(word)).forEach(to.trees()::add);
        } else {
          to.named(plain);
        }
      }
      case "rmdir", "shred", "tee", "truncate", "touch" -> to.named(plain);
      case "trash", "rimraf" -> to.away(plain);
      case "mv" -> {
        to.away(plain.subList(0, Math.max(0, plain.size() - 1)));
        copies(plain, true, to);
      }
      case "cp", "install", "scp" ->
          copies(plain, arguments.has("[a-zA-Z]*[raR]", "recursive|archive"), to);
      case "ln" -> {
        to.away(plain.subList(0, Math.max(0, plain.size() - 1)));
        copies(plain, false, to);
      }
      case "mount" -> to.trees().addAll(plain);
      case "rsync" -> {
        copies(plain, true, to);
        if (arguments.has("", "files-from.*")) {
          to.trees().add(arguments.lastOf(1));
        }
      }
      case "xcopy", "robocopy" ->
          to.trees().addAll(arguments.plainOnWindows().stream().skip(1).limit(1).toList());
      case "copy-item", "copy", "move-item", "move" -> copies(arguments.plainOnWindows(), true, to);
      case "remove-item", "del", "erase", "rd" -> to.away(arguments.plainOnWindows());
      case "gunzip", "bunzip2", "unxz", "unzstd", "gzip", "bzip2", "xz", "zstd" ->
          plain.forEach(word -> first(COMPRESSED, word, to.files()));
      case "curl" -> {
        if (arguments.has("[a-zA-Z]*O", "remote-name.*")) {
          plain.forEach(word -> to.files().add(base(word)));
        }
        unpack(to);
      }
      case "wget" -> {
        String below = arguments.directory("-P", "--directory-prefix");
        plain.forEach(word -> to.files().add(below + "/" + base(word)));
        unpack(to);
      }
      case "sed" -> {
        arguments.words().forEach(word -> first(SED_WRITES, word, to.files()));
        if (arguments.has("[a-zA-Z]*i", "in-place.*")) {
          boolean script = arguments.has("[a-zA-Z]*[ef]", "expression.*|file.*");
          to.named(plain.subList(script ? 0 : Math.min(1, plain.size()), plain.size()));
        }
      }
      // Their names begin with what is given, and end with what is counted.
      case "split" -> {
        List<String> given = arguments.positional(SPLIT_VALUES);
        counted(given.size() < 2 ? "x" : given.get(1), to);
      }
      case "csplit" -> {
        String prefix = arguments.value("-f", "--prefix");
        counted(prefix == null ? "xx" : prefix, to);
      }
      // Names are computed, in the directory in which each file lies.
      case "rename", "prename", "file-rename", "mmv" ->
          plain.stream().skip(1).forEach(word -> to.trees().add(above(word)));
      case "find" -> finds(to);
      case "fd", "fdfind" -> {
        if (runsWriter(last("-x", "-X", "--exec", "--exec-batch"))) {
          to.trees().add(Arguments.HERE);
        }
      }
      case "git" -> GitWrites.of(arguments, to);
      default -> unpack(to);
    }
  }

  /** Whether it goes through directories, as programs that change or delete files may. */
  private boolean recurses() {
    return arguments.has("[a-zA-Z]*[rR]", "recursive");
  }

  static boolean isLitter(String word) {
    return LITTER.matcher(base(word)).matches();
  }

  private void counted(String prefix, Writes to) {
    to.files().add(prefix + "*");
    to.globs().add(prefix + "*");
  }

  private void unpack(Writes to) {
    String tree = Unpacking.tree(program, arguments);
    if (tree != null) {
      to.trees().add(tree);
    }
  }

  private void copies(List<String> words, boolean recursive, Writes to) {
    String given = arguments.value("-t", "--target-directory");
    int sources = given == null ? words.size() - 1 : words.size();
    if (sources < 1) {
      return;
    }
    String target = given == null ? words.getLast() : given;
    to.named(List.of(target));
    for (String source : words.subList(0, sources)) {
      String name = base(source.substring(source.indexOf(':') + 1));
      boolean contents =
          name.equals(Arguments.HERE) || program.equals("rsync") && source.endsWith("/");
      String copy = contents ? target : target + "/" + name;
      to.files().add(copy);
      to.named(List.of(copy));
      if (recursive) {
        put(source, copy, to);
        if (sources == 1 && !target.endsWith("/") && !base(target).matches("\\.{1,2}")) {
          put(source, target, to);
        }
      }
    }
  }

  /** What is moved may be a file; what is copied with all that it holds is a directory. */
  private void put(String source, String copy, Writes to) {
    if (MOVERS.contains(program)) {
      to.moves().add(new Writes.Move(source, copy));
    } else {
      to.trees().add(copy);
    }
  }

  /** With the option for names, only files of that name are met. */
  private void finds(Writes to) {
    List<String> words = arguments.words();
    int options = words.size();
    for (int i = words.size() - 1; i >= 0; i--) {
      options = words.get(i).startsWith("-") ? i : options;
    }
    int run = last("-exec", "-execdir", "-ok", "-okdir");
    boolean deletes = words.contains("-delete");
    int name = last("-name", "-iname") + 1;
    boolean one = name > 0 && name < words.size() && !arguments.any(OTHER_NAMES);
    if (one && LITTER.matcher(words.get(name)).matches() || !deletes && !runsWriter(run)) {
      return;
    }
    List<String> starts = options == 0 ? List.of(Arguments.HERE) : words.subList(0, options);
    if (!one) {
      to.trees().addAll(starts);
      return;
    }
    boolean files =
        deletes && run < 0
            || run >= 0
                && FILE_WRITERS.contains(base(words.get(run + 1)))
                && !arguments.behind(run + 1).has("[a-zA-Z]*[rR]", "recursive");
    for (String start : starts) {
      (files ? to.globs() : to.trees()).add(start + "/**/" + words.get(name));
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
