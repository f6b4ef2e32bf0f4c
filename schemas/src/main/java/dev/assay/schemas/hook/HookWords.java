package dev.assay.schemas.hook;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words in which harnesses write their events: the names that each of them has for the same
 * member, the first that is there counts. Whoever reads such events reads them by these, so that no
 * reader knows a harness that another one does not.
 */
public final class HookWords {

  /** Names the conversation. */
  public static final List<String> SESSION =
      List.of("session_id", "sessionId", "conversation_id", "conversationId");

  /** Names an agent that the session started. */
  public static final List<String> AGENT = List.of("agent_id", "agentId");

  /** The tool that was called. */
  public static final List<String> TOOL = List.of("tool_name", "toolName");

  /** Its arguments, an object or a text that holds one. */
  public static final List<String> INPUT = List.of("tool_input", "toolArgs");

  /** What came of it, JSON or a text that holds it. */
  public static final List<String> ANSWER = List.of("tool_response", "toolResult", "result_json");

  /** What tools write where there was no error. */
  private static final Set<String> NO_ERROR = Set.of("", "null", "false", "0");

  private static final List<String> FAILURES = List.of("failure", "denied", "rejected");

  /** How harnesses name the tool of an MCP server: its server's name in front. */
  private static final Pattern OF_SERVER =
      Pattern.compile("mcp__.+?__(?<a>.+)|mcp_[^_]+_(?<b>.+)|MCP:[^:]+:(?<c>.+)");

  private HookWords() {}

  /**
   * Whether an answer says that the tool did not do it.
   *
   * @param member the answer's member of a name as text, empty when it has none or null; a value
   *     with members of its own is any other text, an empty one the empty text
   */
  public static boolean failed(UnaryOperator<String> member) {
    return member.apply("isError").equals("true")
        || member.apply("is_error").equals("true")
        || !NO_ERROR.contains(member.apply("error").strip())
        || member.apply("success").equals("false")
        || FAILURES.contains(member.apply("resultType"));
  }

  /** The name that a server of MCP has for {@code tool}; empty when it is the harness's own. */
  public static Optional<String> ofServer(String tool) {
    Matcher matcher = OF_SERVER.matcher(tool);
    return matcher.matches()
        ? Optional.ofNullable(matcher.group("a"))
            .or(() -> Optional.ofNullable(matcher.group("b")))
            .or(() -> Optional.ofNullable(matcher.group("c")))
        : Optional.empty();
  }
}
