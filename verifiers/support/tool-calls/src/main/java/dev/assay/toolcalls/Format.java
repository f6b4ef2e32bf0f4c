package dev.assay.toolcalls;

/** The envelopes that are read. */
public enum Format {
  /** OTLP requests, traces and logs. */
  OTLP("otlp"),
  OPENAI_CHAT("openai-chat"),
  OPENAI_RESPONSES("openai-responses"),
  ANTHROPIC("anthropic"),
  GEMINI("gemini"),
  BEDROCK_CONVERSE("bedrock-converse"),
  /** Captured JSON-RPC of the Model Context Protocol. */
  MCP("mcp"),
  /** Vercel's AI SDK: results, model messages and UI messages. */
  AI_SDK("ai-sdk"),
  LANGSMITH("langsmith"),
  OPENAI_AGENTS("openai-agents"),
  CLAUDE_CODE("claude-code-transcript"),
  CODEX_ROLLOUT("codex-rollout"),
  CODEX_EXEC("codex-exec"),
  GEMINI_CLI("gemini-cli-session"),
  OPENHANDS("openhands"),
  SWE_AGENT("swe-agent"),
  MINI_SWE_AGENT("mini-swe-agent"),
  INSPECT("inspect"),
  AGENT_HOOK("agent-hook");

  private final String wire;

  Format(String wire) {
    this.wire = wire;
  }

  /** The name in reports. */
  public String wire() {
    return wire;
  }
}
