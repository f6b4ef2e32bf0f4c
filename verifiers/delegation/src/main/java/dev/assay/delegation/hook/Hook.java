package dev.assay.delegation.hook;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One hook file (delegation-verification, "Surface 2"): YAML front matter with {@code event},
 * {@code priority}, {@code when} and {@code script}; the rest is for people.
 *
 * @param file where it came from, for messages
 * @param name its file name without {@code .md}
 * @param priority lower comes first
 * @param when an expression over {@code event} and {@code payload}, or null for always
 * @param script defines {@code handle(event, payload)}; null for a hook that decides nothing
 */
public record Hook(
    String file,
    String name,
    String event,
    int priority,
    @Nullable String when,
    @Nullable String script) {

  private static final int PRIORITY_MAX = 1_000_000;

  /**
   * The hook in the text of a file.
   *
   * @throws HookFormatException when it is none, with the file's name
   */
  public static Hook parse(String file, String name, String text) throws HookFormatException {
    Map<String, String> members;
    try {
      members = FrontMatter.read(text);
    } catch (IllegalArgumentException e) {
      throw HookFormatException.of(file, name, String.valueOf(e.getMessage()));
    }
    String event = members.getOrDefault("event", "");
    if (event.isEmpty()) {
      throw HookFormatException.of(file, name, "event field is required in frontmatter");
    }
    if (!HookEvents.isValid(event)) {
      throw HookFormatException.of(
          file,
          name,
          "event \""
              + event
              + "\" is invalid; expected one of "
              + String.join(", ", HookEvents.KNOWN)
              + ", custom.*, meta.*");
    }
    return new Hook(
        file,
        name,
        event,
        priority(members.getOrDefault("priority", "0"), file, name),
        members.get("when"),
        members.get("script"));
  }

  private static int priority(String text, String file, String name) throws HookFormatException {
    try {
      int priority = Integer.parseInt(text);
      if (Math.abs(priority) <= PRIORITY_MAX) {
        return priority;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw HookFormatException.of(
        file, name, "expected an integer as priority, found \"" + text + "\"");
  }
}
