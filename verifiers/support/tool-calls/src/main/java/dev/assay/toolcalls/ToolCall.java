package dev.assay.toolcalls;

import dev.assay.schemas.hook.HookWords;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request for a tool, as its harness recorded it: a claim about what was called, not evidence
 * that anything happened.
 *
 * @param tool the name as written
 * @param callId the id that the model or harness gave it
 * @param params the arguments; empty unless {@code paramsState} is PARSED
 * @param resultDigest SHA-256 of the answer: of its text, or of its stable JSON
 * @param start when it was asked for, as written or in ISO 8601
 * @param end when it was answered
 * @param session conversation, session or trace that it belongs to
 * @param agent the agent within the session
 */
public record ToolCall(
    String tool,
    @Nullable String callId,
    JsonObject params,
    ParamsState paramsState,
    Outcome outcome,
    Kind kind,
    @Nullable String resultDigest,
    @Nullable String start,
    @Nullable String end,
    @Nullable String session,
    @Nullable String agent,
    Source source) {

  private static final Set<String> SHELL_NAMES =
      Set.of(
          "bash",
          "bashoutput",
          "shell",
          "local_shell",
          "exec_command",
          "write_stdin",
          "run_shell_command",
          "execute_bash",
          "execute_ipython_cell",
          "terminal");
  private static final Set<String> FILE_NAMES =
      Set.of(
          "read",
          "write",
          "edit",
          "multiedit",
          "notebookedit",
          "glob",
          "grep",
          "ls",
          "apply_patch",
          "read_file",
          "read_many_files",
          "write_file",
          "replace",
          "list_directory",
          "search_file_content",
          "view_image",
          "str_replace_editor",
          "file_editor");

  /** What is known of the arguments. */
  public enum ParamsState {
    /** A JSON object. */
    PARSED,
    /** The envelope carries none. */
    ABSENT,
    /** They end before their end. */
    TRUNCATED,
    /** What is no JSON object, or has a number beyond 64 bits. */
    UNPARSABLE;

    /** The name in reports. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What the envelope says came of the call. */
  public enum Outcome {
    OK,
    ERROR,
    DENIED,
    PENDING,
    UNKNOWN;

    /** The name in reports. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the call claims an effect: one that failed, was denied or waits claims none. */
    public boolean promises() {
      return this == OK || this == UNKNOWN;
    }
  }

  /** What sort of evidence would show the call's effect. */
  public enum Kind {
    /** Anything else. */
    TOOL,
    /** A command line. */
    SHELL,
    /** Files of the workspace. */
    FILE;

    /** The name in reports. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a tool of a coding agent, which has tools of its own for commands and files. */
    static Kind ofHarness(String tool) {
      String name = tool.toLowerCase(Locale.ROOT);
      return SHELL_NAMES.contains(name) ? SHELL : FILE_NAMES.contains(name) ? FILE : TOOL;
    }
  }

  /**
   * Where the call is written.
   *
   * @param pointer a JSON pointer; in a file of lines after the line's number and {@code #}
   */
  public record Source(Format format, String pointer) {}

  /** The name without what MCP clients put before it: {@code mcp__server__tool} is {@code tool}. */
  public String bareName() {
    return source.format() == Format.AGENT_HOOK || source.format() == Format.GEMINI_CLI
        ? HookWords.ofServer(tool).orElse(tool)
        : bareName(tool);
  }

  static String bareName(String tool) {
    if (tool.startsWith("mcp__")) {
      int server = tool.indexOf("__", "mcp__".length());
      return server < 0 || server + 2 == tool.length() ? tool : tool.substring(server + 2);
    }
    return tool;
  }
}
