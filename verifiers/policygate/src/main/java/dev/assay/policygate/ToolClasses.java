package dev.assay.policygate;

import static dev.assay.policygate.SyscallClass.CHALLENGE;
import static dev.assay.policygate.SyscallClass.DB;
import static dev.assay.policygate.SyscallClass.EXPORT;
import static dev.assay.policygate.SyscallClass.NET;
import static dev.assay.policygate.SyscallClass.PROMOTE;
import static dev.assay.policygate.SyscallClass.PUBLISH;
import static dev.assay.policygate.SyscallClass.READ;
import static dev.assay.policygate.SyscallClass.VERIFY;
import static dev.assay.policygate.SyscallClass.WRITE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells the class of a tool: the policy's word first, then the words of the tool's name, the most
 * powerful first. A tool that runs commands has no class of its own.
 */
final class ToolClasses {

  private record Words(SyscallClass syscall, Set<String> words) {}

  private static final Set<String> ANYTHING =
      Set.of(
          "bash",
          "sh",
          "zsh",
          "shell",
          "exec",
          "execute",
          "run",
          "command",
          "terminal",
          "eval",
          "powershell",
          "python",
          "script");

  private static final Set<String> INTERPRETERS =
      Set.of(
          "python",
          "ipython",
          "jupyter",
          "node",
          "javascript",
          "ruby",
          "perl",
          "php",
          "interpreter");

  private static final Set<String> MOVES =
      Set.of(
          "delete", "remove", "rm", "rmdir", "move", "rename", "mv", "copy", "cp", "extract",
          "unzip", "untar", "unpack", "restore", "sync");

  private static final Set<String> TREES =
      Set.of(
          "dir",
          "directory",
          "directories",
          "folder",
          "folders",
          "tree",
          "archive",
          "zip",
          "tar",
          "unzip",
          "untar",
          "unpack",
          "rmdir");

  private static final List<Words> BY_POWER =
      List.of(
          new Words(PROMOTE, Set.of("promote", "merge")),
          new Words(PUBLISH, Set.of("publish", "deploy", "push", "release")),
          new Words(EXPORT, Set.of("export", "upload", "send", "email", "post")),
          new Words(
              NET,
              Set.of(
                  "fetch",
                  "http",
                  "https",
                  "curl",
                  "wget",
                  "browse",
                  "browser",
                  "download",
                  "web",
                  "url",
                  "navigate",
                  "request")),
          new Words(
              DB,
              Set.of("sql", "query", "db", "database", "table", "row", "rows", "upsert", "insert")),
          new Words(
              WRITE,
              Set.of(
                  "write", "edit", "create", "delete", "remove", "move", "rename", "patch", "apply",
                  "append", "mkdir", "save", "update", "put", "replace", "copy", "rm", "mv", "cp",
                  "touch")),
          new Words(CHALLENGE, Set.of("challenge", "dispute")),
          new Words(VERIFY, Set.of("test", "tests", "verify", "lint", "check", "build", "compile")),
          new Words(
              READ,
              Set.of(
                  "read", "get", "list", "ls", "cat", "view", "open", "grep", "glob", "search",
                  "find", "stat", "head", "tail", "show")));

  /** A tool's name as agents' harnesses give them, and no path or title. */
  private static final Pattern TOOL_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,99}");

  private final Map<String, SyscallClass> named;

  ToolClasses(Map<String, SyscallClass> named) {
    this.named = Map.copyOf(named);
  }

  /** Whether policy says that the tool only reads, and the call names no other tool beside it. */
  boolean isReader(ToolCall call) {
    return named.get(call.tool()) == READ && onlyReads(call);
  }

  /** The class of the tool that is called; of a reader that may be another tool none. */
  Optional<SyscallClass> of(ToolCall call) {
    return of(call.tool()).filter(syscall -> syscall != READ || onlyReads(call));
  }

  private boolean onlyReads(ToolCall call) {
    return call.names().stream().allMatch(this::mayRead);
  }

  private boolean mayRead(String name) {
    SyscallClass policy = named.get(name);
    if (policy != null || !TOOL_NAME.matcher(name).matches()) {
      return policy == null || policy == READ;
    }
    return words(name).stream().noneMatch(ANYTHING::contains) && of(name).orElse(READ) == READ;
  }

  private Optional<SyscallClass> of(String tool) {
    SyscallClass policy = named.get(tool);
    if (policy != null) {
      return Optional.of(policy);
    }
    List<String> words = words(tool);
    if (words.stream().anyMatch(ANYTHING::contains)) {
      return Optional.empty();
    }
    return BY_POWER.stream()
        .filter(group -> words.stream().anyMatch(group.words()::contains))
        .map(Words::syscall)
        .findFirst();
  }

  /** Whether the tool's name says that it runs programs of a language; they are not followed. */
  static boolean isInterpreter(String tool) {
    return words(tool).stream().anyMatch(INTERPRETERS::contains);
  }

  /** Whether the tool's name says that it takes files away from where they are, or brings more. */
  static boolean movesFiles(String tool) {
    List<String> words = words(tool);
    return words.stream().anyMatch(MOVES::contains);
  }

  /** Whether such a tool's name says that it does so with all that a directory holds. */
  static boolean movesTrees(String tool) {
    return movesFiles(tool) && words(tool).stream().anyMatch(TREES::contains);
  }

  /** The lower-case words of {@code read_file}, {@code readFile} or {@code fs.read-file}. */
  private static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < Math.min(name.length(), PolicyGateLimits.OBJECT_CHARS_MAX); i++) {
      char c = name.charAt(i);
      boolean letter = Character.isLetter(c);
      boolean hump = Character.isUpperCase(c) && i > 0 && Character.isLowerCase(name.charAt(i - 1));
      if ((!letter || hump) && !word.isEmpty()) {
        words.add(word.toString().toLowerCase(Locale.ROOT));
        word.setLength(0);
      }
      if (letter) {
        word.append(c);
      }
    }
    if (!word.isEmpty()) {
      words.add(word.toString().toLowerCase(Locale.ROOT));
    }
    return words;
  }
}
