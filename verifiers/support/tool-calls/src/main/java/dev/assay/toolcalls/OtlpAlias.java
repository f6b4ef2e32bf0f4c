package dev.assay.toolcalls;

import dev.assay.toolcalls.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How an emitter writes a tool call into the attributes of a span or log record; the first one
 * whose signs are there counts.
 *
 * @param signs what tells a record of this emitter that is a tool call
 * @param names attributes that may hold the tool's name, the first one counts; likewise the others
 * @param harness whether the emitter is a coding agent with tools of its own
 * @param advice the switch that makes the emitter write arguments
 */
record OtlpAlias(
    Predicate<Signal> signs,
    List<String> names,
    List<String> ids,
    List<String> arguments,
    List<String> results,
    boolean harness,
    String advice) {

  /**
   * A span or log record.
   *
   * @param name of the span or the event
   */
  record Signal(String name, JsonObject attributes, boolean log) {

    boolean has(String key, String value) {
      return Nodes.text(attributes, key).equals(value);
    }

    boolean has(String key) {
      return attributes.get(key) != null;
    }

    boolean isEvent(String event) {
      return log && name.equals(event);
    }
  }

  private static final String OPERATION = "gen_ai.operation.name";
  private static final String TOOL = "gen_ai.tool.name";
  private static final String ARGUMENTS = "gen_ai.tool.call.arguments";
  private static final String RESULT = "gen_ai.tool.call.result";

  /** What conventions write before a tool's name in that of its span. */
  private static final List<String> NAMED_OPERATIONS = List.of("execute_tool ", "tools/call ");

  /** What makes emitters of the semantic conventions write arguments. */
  static final String SEMCONV_ADVICE =
      "Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true (gen_ai.tool.call.arguments) and"
          + " no OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT.";

  private static final List<OtlpAlias> ALL =
      List.of(
          // Vercel AI SDK up to 6
          new OtlpAlias(
              s -> s.has("ai.toolCall.name"),
              List.of("ai.toolCall.name"),
              List.of("ai.toolCall.id"),
              List.of("ai.toolCall.args", "ai.toolCall.input"),
              List.of("ai.toolCall.result", "ai.toolCall.output"),
              false,
              "Set experimental_telemetry.recordInputs in the AI SDK."),
          // OpenInference
          new OtlpAlias(
              s -> s.has("openinference.span.kind", "TOOL"),
              List.of("tool.name"),
              List.of("tool.id"),
              List.of("input.value"),
              List.of("output.value"),
              false,
              "Unset OPENINFERENCE_HIDE_INPUTS, and hand tools one object of arguments: those by"
                  + " position have no names."),
          // OpenLLMetry
          new OtlpAlias(
              s -> s.has("traceloop.span.kind", "tool"),
              List.of("traceloop.entity.name"),
              List.of(),
              List.of("traceloop.entity.input"),
              List.of("traceloop.entity.output"),
              false,
              "Set TRACELOOP_TRACE_CONTENT=true, and hand tools their arguments by name: those by"
                  + " position have none."),
          // LangSmith's exporter; its name is the span's
          new OtlpAlias(
              s -> s.has("langsmith.span.kind", "tool"),
              List.of(TOOL),
              List.of("gen_ai.tool.call.id"),
              List.of(ARGUMENTS, "gen_ai.prompt"),
              List.of(RESULT, "gen_ai.completion"),
              false,
              "Use @traceable tools and leave LANGSMITH_HIDE_INPUTS unset: LangChain writes Python"
                  + " text."),
          // Gemini CLI's spans
          new OtlpAlias(
              s -> !s.log() && s.has(OPERATION, "tool_call"),
              List.of(TOOL),
              List.of("gen_ai.tool.call_id"),
              List.of("gen_ai.input.messages"),
              List.of("gen_ai.output.messages"),
              true,
              "Set GEMINI_TELEMETRY_LOG_PROMPTS=true; arguments over 10,000 characters are cut, so"
                  + " hand in the session file."),
          // Google's Agent Development Kit, kagent
          new OtlpAlias(
              s -> s.has("gcp.vertex.agent.tool_call_args") && s.has(TOOL),
              List.of(TOOL),
              List.of("gen_ai.tool.call.id"),
              List.of("gcp.vertex.agent.tool_call_args", ARGUMENTS),
              List.of("gcp.vertex.agent.tool_response", RESULT),
              false,
              "Set ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true."),
          // The semantic conventions, MCP's among them
          new OtlpAlias(
              s ->
                  !s.log()
                      && (s.has(OPERATION, "execute_tool")
                          || s.has("mcp.method.name", "tools/call")),
              List.of(TOOL),
              List.of("gen_ai.tool.call.id"),
              List.of(ARGUMENTS),
              List.of(RESULT),
              false,
              SEMCONV_ADVICE),
          // Claude Code's spans
          new OtlpAlias(
              s -> !s.log() && s.name().equals("claude_code.tool"),
              List.of("tool_name"),
              List.of("tool_use_id"),
              List.of("tool_input", "tool_parameters", "input"),
              List.of("tool_output", "output"),
              true,
              "Set OTEL_LOG_TOOL_CONTENT=1, and raise CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH where"
                  + " arguments are cut."),
          // Claude Code's logs
          new OtlpAlias(
              s ->
                  s.isEvent("claude_code.tool_result")
                      || s.isEvent("tool_result") && s.has("tool_name"),
              List.of("tool_name"),
              List.of("tool_use_id"),
              List.of("tool_input", "tool_parameters", "input"),
              List.of(),
              true,
              "Set OTEL_LOG_TOOL_DETAILS=1."),
          // Codex's logs
          new OtlpAlias(
              s -> s.isEvent("codex.tool_result"),
              List.of("tool_name"),
              List.of("call_id"),
              List.of("arguments"),
              List.of("output"),
              true,
              "Hand in the session's rollout file."),
          // Gemini CLI's logs
          new OtlpAlias(
              s ->
                  s.isEvent("gemini_cli.tool_call")
                      || s.isEvent("tool_call") && s.has("function_name"),
              List.of("function_name"),
              List.of(),
              List.of("function_args"),
              List.of(),
              true,
              "Set GEMINI_TELEMETRY_LOG_PROMPTS=true, or hand in the session file."));

  static Optional<OtlpAlias> of(Signal signal) {
    return ALL.stream().filter(alias -> alias.signs().test(signal)).findFirst();
  }

  /** The tool in the name of a record without an attribute for it; empty when it tells none. */
  static String nameIn(Signal signal) {
    for (String operation : NAMED_OPERATIONS) {
      if (signal.name().startsWith(operation)) {
        return signal.name().substring(operation.length()).strip();
      }
    }
    boolean named =
        signal.has("langsmith.span.kind")
            || signal.has("openinference.span.kind")
            || signal.has("traceloop.span.kind");
    return named ? signal.name() : "";
  }
}
