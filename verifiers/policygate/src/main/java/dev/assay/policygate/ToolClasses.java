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

  private final Map<String, SyscallClass> named;

  ToolClasses(Map<String, SyscallClass> named) {
    this.named = Map.copyOf(named);
  }

  /** Whether policy says that the tool only reads. */
  boolean isReader(String tool) {
    return named.get(tool) == READ;
  }

  Optional<SyscallClass> of(String tool) {
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
