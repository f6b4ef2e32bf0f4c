package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.ToolTrace.Note;
import dev.assay.toolcalls.Turn.Reply;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts together the calls of one file: each once, however often it is written. */
final class Collector {

  private final Set<Format> formats = new LinkedHashSet<>();
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<String, Draft> byIdentity = new HashMap<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private final List<Note> notes = new ArrayList<>();
  private List<Draft> conversation = new ArrayList<>();
  private @Nullable Turn messages;
  private int notesLeftOut;
  private int memories;
  private long paramsNodes;
  private boolean full;

  void met(Format format) {
    formats.add(format);
  }

  boolean metNothing() {
    return formats.isEmpty();
  }

  void note(Code code, String pointer, String detail) {
    if (notes.size() < ToolCallLimits.NOTES_MAX) {
      notes.add(new Note(code, pointer, detail));
    } else if (code.hides()) {
      notesLeftOut++;
    }
  }

  /** Takes a call, or another writing of one. */
  void call(Draft draft) {
    if (draft.identity == null) {
      add(draft);
      return;
    }
    String key = key(draft.scope, draft.identity);
    Draft known = byIdentity.get(key);
    if (known == null) {
      if (add(draft)) {
        byIdentity.put(key, draft);
      }
    } else if (!known.merge(draft) && !known.disputed) {
      known.disputed = true;
      conflict(draft);
    }
  }

  /** Another name for the call that {@code identity} names. */
  void alias(String scope, String identity, String alias) {
    Draft known = byIdentity.get(key(scope, identity));
    if (known != null && mayRemember()) {
      byIdentity.put(key(scope, alias), known);
    }
  }

  /** Takes what came of a call that may not have been read yet. */
  void answer(String scope, String identity, Answer answer) {
    String key = key(scope, identity);
    Draft known = byIdentity.get(key);
    if (known != null) {
      known.settle(answer);
    } else if (answers.containsKey(key) || mayRemember()) {
      answers.merge(key, answer, Answer::with);
    }
  }

  /** The documents until {@link #messagesEnd} are messages of one history, from its beginning. */
  void messagesBegin() {
    messages = Turn.history(true);
  }

  /** Takes the messages since {@link #messagesBegin}. */
  void messagesEnd() {
    Turn history = messages;
    messages = null;
    if (history != null) {
      turn(history);
    }
  }

  /** Takes one document of a conversation. */
  void turn(Turn turn) {
    if (messages != null && !turn.history()) {
      messages.calls().addAll(turn.calls());
      messages.replies().addAll(turn.replies());
      return;
    }
    List<Draft> nameless = new ArrayList<>();
    for (Draft draft : turn.calls()) {
      if (draft.identity == null) {
        nameless.add(draft);
      } else {
        call(draft);
      }
    }
    boolean answersNameless = turn.replies().stream().anyMatch(reply -> reply.id().isEmpty());
    if (turn.history() && answersNameless) {
      settleByName(nameless, turn.replies());
    }
    position(turn.history(), nameless);
    if (!turn.history() && answersNameless) {
      int latest = Math.max(0, conversation.size() - ToolCallLimits.OPEN_CALLS_MAX);
      settleByName(conversation.subList(latest, conversation.size()), turn.replies());
    }
    for (Reply reply : turn.replies()) {
      if (!reply.id().isEmpty()) {
        answer("", reply.id(), reply.answer());
      }
    }
  }

  /** A call without id is told by its place in the longest history. */
  private void position(boolean history, List<Draft> nameless) {
    if (!history) {
      nameless.stream().filter(this::add).forEach(conversation::add);
      return;
    }
    int common = 0;
    int most = Math.min(conversation.size(), nameless.size());
    while (common < most && isSame(conversation.get(common), nameless.get(common))) {
      conversation.get(common).settle(nameless.get(common).answer);
      common++;
    }
    if (common == nameless.size()) {
      return;
    }
    conversation = new ArrayList<>(conversation.subList(0, common));
    nameless.subList(common, nameless.size()).stream().filter(this::add).forEach(conversation::add);
  }

  private static boolean isSame(Draft known, Draft again) {
    return known.tool.equals(again.tool) && known.arguments.sameAs(again.arguments);
  }

  /** The n-th answer to a name is that to the n-th call of the name. */
  private static void settleByName(List<Draft> calls, List<Reply> replies) {
    Map<String, Integer> from = new HashMap<>();
    for (Reply reply : replies) {
      if (!reply.id().isEmpty()) {
        continue;
      }
      int at = from.getOrDefault(reply.tool(), 0);
      while (at < calls.size() && !isOpen(calls.get(at), reply.tool())) {
        at++;
      }
      if (at < calls.size()) {
        calls.get(at).settle(reply.answer());
      }
      from.put(reply.tool(), at + 1);
    }
  }

  private static boolean isOpen(Draft call, String tool) {
    return call.tool.equals(tool) && call.answer.digest() == null;
  }

  private boolean add(Draft draft) {
    paramsNodes += Nodes.count(draft.arguments.params());
    if (full
        || drafts.size() == ToolCallLimits.CALLS_MAX
        || paramsNodes > ToolCallLimits.PARAMS_NODES_MAX) {
      tooMuch();
      return false;
    }
    drafts.add(draft);
    return true;
  }

  /** Whether something more may be kept until the end of the file. */
  boolean mayRemember() {
    if (memories == ToolCallLimits.MEMORIES_MAX) {
      tooMuch();
      return false;
    }
    memories++;
    return true;
  }

  private void tooMuch() {
    if (!full) {
      full = true;
      note(
          Code.ENVELOPE_TOO_LARGE,
          "",
          "The file holds more calls, answers or lines than are read; hand in shorter files.");
    }
  }

  private void conflict(Draft draft) {
    note(
        Code.CALL_ID_CONFLICT,
        draft.source.pointer(),
        "Two calls have one id, but not the same tool and arguments; give each call an id of its"
            + " own.");
  }

  /** Everything that was taken. */
  ToolTrace trace() {
    answers.forEach((key, answer) -> {
      Draft draft = byIdentity.get(key);
      if (draft != null) {
        draft.settle(answer);
      }
    });
    List<ToolCall> calls = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      ToolCall call = draft.call();
      calls.add(call);
      if (call.outcome().promises() && call.paramsState() != ParamsState.PARSED) {
        note(code(call.paramsState()), call.source().pointer(), why(draft));
      } else if (call.outcome().promises() && call.tool().isEmpty()) {
        note(
            Code.PARAMS_ABSENT,
            call.source().pointer(),
            "A call does not name its tool. Record the tool's name.");
      }
    }
    return new ToolTrace(List.copyOf(formats), calls, notes, notesLeftOut);
  }

  private static Code code(ParamsState state) {
    return switch (state) {
      case TRUNCATED -> Code.PARAMS_TRUNCATED;
      case UNPARSABLE -> Code.PARAMS_UNPARSABLE;
      case ABSENT, PARSED -> Code.PARAMS_ABSENT;
    };
  }

  private static String why(Draft draft) {
    String what =
        switch (draft.arguments.state()) {
          case TRUNCATED -> "The arguments of a call were cut. ";
          case UNPARSABLE ->
              "The arguments of a call are no JSON object, or have a number beyond 64 bits. ";
          case ABSENT, PARSED -> "A call has no arguments. ";
        };
    return what + draft.advice;
  }

  private static String key(String scope, String identity) {
    return scope.length() + ":" + scope + identity;
  }
}
