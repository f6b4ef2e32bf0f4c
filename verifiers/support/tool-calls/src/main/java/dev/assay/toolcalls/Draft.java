package dev.assay.toolcalls;

import dev.assay.schemas.Digests;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolCall.Source;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import dev.assay.toolcalls.limits.ToolCallLimits;
import org.jspecify.annotations.Nullable;

/** A call while its file is read. */
final class Draft {

  final String tool;
  final Source source;
  Arguments arguments;
  Kind kind = Kind.TOOL;
  Answer answer = new Answer(Outcome.UNKNOWN, null, null);
  @Nullable String callId;
  @Nullable String start;
  @Nullable String session;
  @Nullable String agent;

  /** What would make the emitter write whole arguments. */
  String advice = "Record whole arguments.";

  /** What keeps ids of different conversations apart. */
  String scope = "";

  /** Whether another call came under its id. */
  boolean disputed;

  /** The name under which the call may come again; null for one that is told apart by its place. */
  @Nullable String identity;

  Draft(Format format, String pointer, String tool, Arguments arguments) {
    this.tool = cut(tool);
    this.source = new Source(format, pointer);
    this.arguments = arguments;
  }

  /** Sets the call's id, under which it may come again. */
  Draft id(String id) {
    if (!id.isEmpty()) {
      callId = cut(id);
      identity = id;
    }
    return this;
  }

  Draft kind(Kind value) {
    kind = value;
    return this;
  }

  Draft session(String value) {
    session = value.isEmpty() ? null : cut(value);
    return this;
  }

  Draft agent(String value) {
    agent = value.isEmpty() ? null : cut(value);
    return this;
  }

  Draft start(String value) {
    start = value.isEmpty() ? null : cut(value);
    return this;
  }

  Draft advice(String value) {
    advice = value;
    return this;
  }

  Draft scope(String value) {
    scope = value;
    return this;
  }

  /** Takes what came of the call. */
  Draft settle(Answer more) {
    answer = answer.with(more);
    return this;
  }

  /**
   * Takes another writing of this call: its arguments where this one has none or a part, and its
   * answer.
   *
   * @return false when it is another call under the same id, or writes arguments that were told in
   *     a way that does not tell whether they are the same
   */
  boolean merge(Draft again) {
    settle(again.answer);
    if (!ToolCall.bareName(tool).equals(ToolCall.bareName(again.tool))) {
      return false;
    }
    if (arguments.state() == ParamsState.PARSED) {
      return again.arguments.state() == ParamsState.ABSENT || arguments.sameAs(again.arguments);
    }
    if (again.arguments.state() != ParamsState.ABSENT) {
      arguments = again.arguments;
    }
    return true;
  }

  ToolCall call() {
    return new ToolCall(
        tool,
        callId,
        arguments.params(),
        arguments.state(),
        answer.outcome(),
        kind,
        answer.digest(),
        start,
        answer.end(),
        session,
        agent,
        source);
  }

  private static String cut(String text) {
    return text.length() <= ToolCallLimits.NAME_CHARS_MAX
        ? text
        : text.substring(0, ToolCallLimits.NAME_CHARS_MAX);
  }

  /**
   * What came of a call.
   *
   * @param digest of the answer
   * @param end when it came
   */
  record Answer(Outcome outcome, @Nullable String digest, @Nullable String end) {

    /** An answer that holds {@code content}; a null or absent one has no digest. */
    static Answer of(Outcome outcome, @Nullable Json content, String end) {
      String digest =
          switch (content) {
            case null -> null;
            case Scalar.Null _ -> null;
            case Scalar.Text(String text) -> Digests.sha256Hex(text);
            case Json value -> Digests.sha256Hex(JsonText.stable(value));
          };
      return new Answer(outcome, digest, end.isEmpty() ? null : cut(end));
    }

    /** This answer and another of the same call. Two that contradict each other say nothing. */
    Answer with(Answer more) {
      Outcome both =
          rank(outcome) == 2 && rank(more.outcome) == 2 && outcome != more.outcome
              ? Outcome.UNKNOWN
              : rank(more.outcome) > rank(outcome) ? more.outcome : outcome;
      return new Answer(both, digest == null ? more.digest : digest, end == null ? more.end : end);
    }

    private static int rank(Outcome outcome) {
      return switch (outcome) {
        case UNKNOWN -> 0;
        case PENDING -> 1;
        case OK, ERROR, DENIED -> 2;
      };
    }
  }
}
