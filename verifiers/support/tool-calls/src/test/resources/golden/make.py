#!/usr/bin/env python3
"""Writes the golden files: every format as its emitters write it, and the records that a reader owes.

A writer for each format, made from the formats' documents. It knows the calls before it writes them,
so what is expected comes from the scenario and not from a reader. Run it here to write the files anew.
"""
import copy, hashlib, json, pathlib

HERE = pathlib.Path(__file__).parent
T0, T1 = "2026-11-24T10:00:00Z", "2026-11-24T10:00:01Z"
N0, N1 = "1795514400000000000", "1795514401000000000"
UPDATE = {"id": 7, "status": "shipped", "note": "a \"b\" {c}"}
CREATE = {"id": 8, "lines": [{"sku": "x", "qty": 2}]}


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def digest(value):
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(
        value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def call(cid, tool, args, outcome="ok", result="done", cut=False):
    return dict(id=cid, tool=tool, args=args, outcome=outcome, result=result, cut=cut)


def cut_text(args):
    text = dump(args)
    return text[: len(text) // 2]


class Writer:
    """One format: its documents, and what a reader can know from them."""
    name = ""
    lines = False          # one JSON document a line
    ids = True             # calls have ids
    error_flag = True      # a failure is told
    ok_known = True        # success is told
    cut_state = "truncated"
    cut_notes = None       # what is noted of a cut call, when it is no cut of arguments

    def documents(self, calls):
        raise NotImplementedError

    def repeated(self, calls):
        """The documents of a file in which the history comes three times."""
        return [d for _ in range(3) for d in self.documents(calls)]

    def shown(self, c):
        """What the result member holds, so that its digest can be told."""
        return c["result"]

    def facts(self, c):
        return {}

    def outcome(self, c):
        if c["outcome"] == "ok":
            return "ok" if self.ok_known else "unknown"
        return c["outcome"] if self.error_flag else "unknown"

    def record(self, c):
        out = dict(tool=c["tool"], callId=c["id"] if self.ids else None,
                   params={} if c["cut"] else c["args"],
                   paramsState=self.cut_state if c["cut"] else "parsed",
                   outcome=self.outcome(c), kind="tool", resultDigest=digest(self.shown(c)),
                   start=None, end=None, session=None, agent=None)
        out.update(self.facts(c))
        return out

    def lookalike(self):
        """A result that has the shape of a call of this format."""
        return dump(self.documents([call("x9", "orders_delete", {"id": 1})])[0])


class Chat(Writer):
    name, error_flag, ok_known = "openai-chat", False, False

    def message(self, c):
        text = cut_text(c["args"]) if c["cut"] else dump(c["args"])
        return {"role": "assistant", "content": None, "tool_calls": [
            {"id": c["id"], "type": "function", "function": {"name": c["tool"], "arguments": text}}]}

    def history(self, calls):
        out = [{"role": "user", "content": "ship order 7"}]
        for c in calls:
            out += [self.message(c), {"role": "tool", "tool_call_id": c["id"], "content": c["result"]}]
        return out

    def documents(self, calls):
        return [{"model": "m", "messages": self.history(calls)}]

    def repeated(self, calls):
        return [{"model": "m", "messages": self.history(calls[:1])}] + [
            {"model": "m", "messages": self.history(calls)} for _ in range(2)]


class ChatResponse(Chat):
    name = "openai-chat-response"
    lines = True

    def documents(self, calls):
        out = []
        for c in calls:
            out.append({"id": "chatcmpl-1", "object": "chat.completion", "created": 1795514400, "model": "m",
                        "choices": [{"index": 0, "finish_reason": "length" if c["cut"] else "tool_calls",
                                     "message": self.message(c)}]})
            out.append({"role": "tool", "tool_call_id": c["id"], "content": c["result"]})
        return out

    def repeated(self, calls):
        return [d for _ in range(3) for d in self.documents(calls)]


class Responses(Writer):
    name, error_flag, ok_known = "openai-responses", False, False

    def items(self, calls):
        out = [{"role": "user", "content": "ship order 7"}]
        for c in calls:
            text = cut_text(c["args"]) if c["cut"] else dump(c["args"])
            out += [{"type": "function_call", "id": "fc_" + c["id"], "call_id": c["id"], "name": c["tool"],
                     "arguments": text, "status": "incomplete" if c["cut"] else "completed"},
                    {"type": "function_call_output", "call_id": c["id"], "output": c["result"]}]
        return out

    def documents(self, calls):
        return [{"model": "m", "input": self.items(calls)}]


class ResponsesOutput(Responses):
    name = "openai-responses-output"
    lines = True

    def documents(self, calls):
        items = self.items(calls)[1:]
        return [{"id": "resp_1", "object": "response", "created_at": 1795514400, "status": "completed",
                 "output": [i for i in items if i["type"] == "function_call"]}] + [
            i for i in items if i["type"] != "function_call"]


class Anthropic(Writer):
    name = "anthropic"

    def history(self, calls):
        out = [{"role": "user", "content": "ship order 7"}]
        for c in calls:
            out += [{"role": "assistant", "content": [
                        {"type": "text", "text": "I will."},
                        {"type": "tool_use", "id": c["id"], "name": c["tool"], "input": c["args"]}],
                     **({"stop_reason": "max_tokens"} if c["cut"] else {})},
                    {"role": "user", "content": [
                        {"type": "tool_result", "tool_use_id": c["id"], "content": c["result"],
                         **({"is_error": True} if c["outcome"] == "error" else {})}]}]
        return out

    def documents(self, calls):
        return [{"model": "m", "max_tokens": 100, "messages": self.history(calls)}]


class Gemini(Writer):
    name, ids = "gemini", False

    def shown(self, c):
        return {"error" if c["outcome"] == "error" else "output": c["result"]}

    def history(self, calls):
        out = [{"role": "user", "parts": [{"text": "ship order 7"}]}]
        for c in calls:
            out += [{"role": "model", "parts": [{"functionCall": {"name": c["tool"], "args": c["args"]}}]},
                    {"role": "user", "parts": [
                        {"functionResponse": {"name": c["tool"], "response": self.shown(c)}}]}]
        return out

    def documents(self, calls):
        if any(c["cut"] for c in calls):
            last = calls[-1]
            return [{"contents": self.history(calls[:-1])},
                    {"candidates": [{"finishReason": "MAX_TOKENS", "content": {"role": "model", "parts": [
                        {"functionCall": {"name": last["tool"], "args": last["args"]}}]}}]},
                    {"role": "user", "parts": [
                        {"functionResponse": {"name": last["tool"], "response": self.shown(last)}}]}]
        return [{"contents": self.history(calls)}]


class Bedrock(Writer):
    name = "bedrock-converse"

    def shown(self, c):
        return [{"text": c["result"]}]

    def documents(self, calls):
        messages = [{"role": "user", "content": [{"text": "ship order 7"}]}]
        whole = [c for c in calls if not c["cut"]]
        for c in whole:
            messages += [{"role": "assistant", "content": [
                             {"toolUse": {"toolUseId": c["id"], "name": c["tool"], "input": c["args"]}}]},
                         self.answer(c)]
        out = [{"messages": messages}]
        for c in calls:
            if c["cut"]:
                out += [{"output": {"message": {"role": "assistant", "content": [
                            {"toolUse": {"toolUseId": c["id"], "name": c["tool"], "input": c["args"]}}]}},
                         "stopReason": "max_tokens"},
                        {"messages": [self.answer(c)]}]
        return out

    def answer(self, c):
        return {"role": "user", "content": [{"toolResult": {
            "toolUseId": c["id"], "status": "error" if c["outcome"] == "error" else "success",
            "content": self.shown(c)}}]}


class Mcp(Writer):
    name, lines, cut_state = "mcp", True, "unparsable"

    def shown(self, c):
        if c["outcome"] == "error":
            return {"content": [{"type": "text", "text": c["result"]}], "isError": True}
        return {"resultType": "complete", "content": [{"type": "text", "text": c["result"]}],
                "structuredContent": {"ok": True}, "isError": False}

    def documents(self, calls):
        out = [{"jsonrpc": "2.0", "id": 0, "method": "prompts/get", "params": {"name": "ship"}}]
        for c in calls:
            arguments = [1, 2] if c["cut"] else c["args"]  # a capture that lost the object
            out += [{"jsonrpc": "2.0", "id": c["id"], "method": "tools/call",
                     "params": {"name": c["tool"], "arguments": arguments}},
                    {"jsonrpc": "2.0", "id": c["id"], "result": self.shown(c)}]
        return out

    def lookalike(self):
        return dump({"jsonrpc": "2.0", "id": "x9", "method": "tools/call", "params": {"name": "orders_delete"}})


class AiSdkModel(Writer):
    name = "ai-sdk-model-messages"

    def shown(self, c):
        return {"type": "error-text" if c["outcome"] == "error" else "text", "value": c["result"]}

    def documents(self, calls):
        messages = [{"role": "user", "content": "ship order 7"}]
        for c in calls:
            messages += [{"role": "assistant", "content": [
                             {"type": "tool-call", "toolCallId": c["id"], "toolName": c["tool"],
                              "input": cut_text(c["args"]) if c["cut"] else c["args"]}]},
                         {"role": "tool", "content": [
                             {"type": "tool-result", "toolCallId": c["id"], "toolName": c["tool"],
                              "output": self.shown(c)}]}]
        return [{"messages": messages}]


class AiSdkUi(Writer):
    name = "ai-sdk-ui-messages"

    def documents(self, calls):
        parts = [{"type": "text", "text": "I will."}]
        for c in calls:
            part = {"type": "tool-" + c["tool"], "toolCallId": c["id"],
                    "input": cut_text(c["args"]) if c["cut"] else c["args"]}
            if c["outcome"] == "error":
                part.update(state="output-error", errorText=c["result"])
            else:
                part.update(state="output-available", output=c["result"])
            parts.append(part)
        return [{"messages": [{"id": "m1", "role": "user", "parts": [{"type": "text", "text": "ship"}]},
                              {"id": "m2", "role": "assistant", "parts": parts}]}]


class AiSdkResult(Writer):
    name = "ai-sdk-result"

    def documents(self, calls):
        def step(c):
            out = {"toolCalls": [{"type": "tool-call", "toolCallId": c["id"], "toolName": c["tool"],
                                  "input": cut_text(c["args"]) if c["cut"] else c["args"]}],
                   "toolResults": []}
            if c["outcome"] == "error":
                out["content"] = [{"type": "tool-error", "toolCallId": c["id"], "toolName": c["tool"],
                                   "error": c["result"]}]
            else:
                out["toolResults"] = [{"type": "tool-result", "toolCallId": c["id"], "toolName": c["tool"],
                                       "output": c["result"]}]
            return out
        steps = [step(c) for c in calls]
        return [{"text": "done", **copy.deepcopy(steps[-1]), "steps": steps}]


class LangSmith(Writer):
    name, lines, cut_state = "langsmith", True, "unparsable"

    def facts(self, c):
        return dict(start=T0, end=T1, session="trace-1", callId=None)

    def documents(self, calls):
        out = []
        for n, c in enumerate(calls):
            run = {"id": "run-" + c["id"] + "-" + str(c["args"].get("id")), "trace_id": "trace-1",
                   "dotted_order": "20261124T100000000000Z" + str(n), "parent_run_id": "root",
                   "name": c["tool"], "run_type": "tool", "start_time": T0, "end_time": None,
                   "inputs": {"input": repr(c["args"])} if c["cut"] else {"input": dump(c["args"])}}
            out.append({"post": [run], "patch": []})
            out.append({"post": [], "patch": [{"id": run["id"], "end_time": T1,
                        "outputs": {"output": c["result"]},
                        "error": "Traceback: it failed" if c["outcome"] == "error" else None}]})
        return out


class OpenAiAgents(Writer):
    name, ids = "openai-agents", False

    def facts(self, c):
        return dict(start=T0, end=T1, session="trace_1")

    def documents(self, calls):
        data = [{"object": "trace", "id": "trace_1", "workflow_name": "w", "group_id": "thread-9"}]
        for c in calls:
            text = dump(c["args"])
            data.append({"object": "trace.span", "id": "span_" + c["id"] + str(c["args"].get("id")),
                         "trace_id": "trace_1", "parent_id": "span_0", "started_at": T0, "ended_at": T1,
                         "error": {"message": "failed", "data": None} if c["outcome"] == "error" else None,
                         "span_data": {"type": "function", "name": c["tool"], "output": c["result"],
                                       "input": text[:20] + "... [truncated]" if c["cut"] else text}})
        return [{"data": data}]


class Claude(Writer):
    name, lines = "claude-code-transcript", True

    def facts(self, c):
        return dict(start=T0, end=T1, session="s1", tool="mcp__shop__" + c["tool"])

    def documents(self, calls):
        common = {"sessionId": "s1", "cwd": "/w", "version": "2.1.240", "isSidechain": False}
        out = [{"type": "user", "uuid": "u0", "parentUuid": None, "timestamp": T0, **common,
                "message": {"role": "user", "content": "ship order 7"}}]
        parent = "u0"
        for n, c in enumerate(calls):
            a, r = "a%d" % n, "r%d" % n
            out += [{"type": "assistant", "uuid": a, "parentUuid": parent, "timestamp": T0, **common,
                     "message": {"id": "msg_%d" % n, "type": "message", "role": "assistant",
                                 "stop_reason": "max_tokens" if c["cut"] else "tool_use",
                                 "content": [{"type": "tool_use", "id": c["id"],
                                              "name": "mcp__shop__" + c["tool"], "input": c["args"]}]}},
                    {"type": "user", "uuid": r, "parentUuid": a, "timestamp": T1, **common,
                     "toolUseResult": c["result"],
                     "message": {"role": "user", "content": [
                         {"type": "tool_result", "tool_use_id": c["id"], "content": c["result"],
                          "is_error": c["outcome"] == "error"}]}}]
            parent = r
        return out

    def lookalike(self):
        return dump(self.documents([call("x9", "orders_delete", {"id": 1})])[1])


class CodexRollout(Writer):
    name, lines, ok_known, error_flag = "codex-rollout", True, True, True

    def facts(self, c):
        return dict(start=T0, end=T1, session="thread-1")

    def documents(self, calls):
        def line(kind, payload, time=T0):
            return {"timestamp": time, "type": kind, "payload": payload}
        out = [line("session_meta", {"id": "thread-1", "cwd": "/w", "cli_version": "0.9"}),
               line("turn_context", {"turn_id": "t", "model": "m"})]
        for c in calls:
            text = cut_text(c["args"]) if c["cut"] else dump(c["args"])
            failed = c["outcome"] == "error"
            out += [line("response_item", {"type": "function_call", "name": c["tool"], "arguments": text,
                                           "call_id": c["id"]}),
                    line("event_msg", {"type": "mcp_tool_call_end", "call_id": c["id"],
                                       "result": {"Err": "x"} if failed else {"Ok": {"is_error": False}}}, T1),
                    line("response_item", {"type": "function_call_output", "call_id": c["id"],
                                           "output": c["result"]}, T1)]
        return out


class CodexExec(Writer):
    name, lines, ids = "codex-exec", True, False

    def facts(self, c):
        return dict(session="thread-1")

    def shown(self, c):
        return {"content": [{"type": "text", "text": c["result"]}]}

    def documents(self, calls):
        out = [{"type": "thread.started", "thread_id": "thread-1"}, {"type": "turn.started"}]
        for c in calls:
            item = {"id": "item_" + c["id"], "type": "mcp_tool_call", "server": "shop", "tool": c["tool"],
                    "arguments": cut_text(c["args"]) if c["cut"] else c["args"]}
            out += [{"type": "item.started", "item": {**item, "status": "in_progress"}},
                    {"type": "item.completed", "item": {
                        **item, "status": "failed" if c["outcome"] == "error" else "completed",
                        "result": self.shown(c)}}]
        return out + [{"type": "turn.completed", "usage": {}}]


class GeminiCli(Writer):
    name = "gemini-cli-session"

    def facts(self, c):
        return dict(end=T1, session="s1")

    def documents(self, calls):
        return [{"sessionId": "s1", "projectHash": "h", "startTime": T0, "messages": [
            {"id": "m1", "type": "user", "content": "ship order 7"},
            {"id": "m2", "type": "gemini", "content": "", "toolCalls": [
                {"id": c["id"], "name": c["tool"],
                 "args": cut_text(c["args"]) if c["cut"] else c["args"], "result": c["result"],
                 "status": "error" if c["outcome"] == "error" else "success", "timestamp": T1}
                for c in calls]}]}]


class OpenHands(Writer):
    name, lines = "openhands", True

    def facts(self, c):
        return dict(start="2026-11-24T10:00:00", end=None if c["outcome"] == "error" else "2026-11-24T10:00:01")

    def shown(self, c):
        return c["result"] if c["outcome"] == "error" else {"content": c["result"], "is_error": False}

    def documents(self, calls):
        out = [{"kind": "SystemPromptEvent", "id": "e0", "source": "agent", "timestamp": "2026-11-24T10:00:00"}]
        for c in calls:
            text = cut_text(c["args"]) if c["cut"] else dump(c["args"])
            out.append({"kind": "ActionEvent", "id": "e" + c["id"], "timestamp": "2026-11-24T10:00:00",
                        "source": "agent", "tool_name": c["tool"], "tool_call_id": c["id"], "action": None,
                        "tool_call": {"id": c["id"], "name": c["tool"], "arguments": text}})
            answer = {"id": "o" + c["id"], "source": "environment", "timestamp": "2026-11-24T10:00:01",
                      "tool_name": c["tool"], "tool_call_id": c["id"], "action_id": "e" + c["id"]}
            if c["outcome"] == "error":
                out.append({"kind": "AgentErrorEvent", **answer, "error": c["result"]})
            else:
                out.append({"kind": "ObservationEvent", **answer, "observation": self.shown(c)})
        return out


class MiniSwe(Chat):
    name = "mini-swe-agent"
    error_flag = ok_known = True

    def facts(self, c):
        return dict(outcome="error" if c["outcome"] == "error" else "ok")

    def documents(self, calls):
        messages = self.history(calls)
        at = 0
        for m in messages:
            if m["role"] == "tool":
                m["extra"] = {"returncode": 1 if calls[at]["outcome"] == "error" else 0}
                at += 1
        return [{"trajectory_format": "mini-swe-agent-1.1", "info": {"exit_status": "Submitted"},
                 "messages": messages}]

    def repeated(self, calls):
        return [d for _ in range(3) for d in self.documents(calls)]


class Inspect(Writer):
    name = "inspect"

    def facts(self, c):
        return dict(start=T0, end=T1, agent="main")

    def documents(self, calls):
        events = [{"event": "sample_init"}]
        for c in calls:
            arguments = {**c["args"], "note": "attachment://gone"} if c["cut"] else c["args"]
            events.append({"event": "tool", "id": c["id"], "function": c["tool"], "arguments": arguments,
                           "result": c["result"], "timestamp": T0, "completed": T1, "agent": "main",
                           "error": {"type": "unknown", "message": "m"} if c["outcome"] == "error" else None})
        return [{"version": 2, "status": "success", "eval": {"task": "t"},
                 "samples": [{"id": 1, "epoch": 1, "events": events, "attachments": {}}]}]


class Hooks(Writer):
    name, lines = "agent-hook", True

    def facts(self, c):
        return dict(session="s1", tool="mcp__shop__" + c["tool"])

    def shown(self, c):
        return c["result"]

    def documents(self, calls):
        common = {"session_id": "s1", "transcript_path": "/t/s1.jsonl", "cwd": "/w"}
        out = [{**common, "hook_event_name": "UserPromptSubmit", "prompt": "ship order 7"}]
        for c in calls:
            tool = {"tool_name": "mcp__shop__" + c["tool"], "tool_use_id": c["id"],
                    "tool_input": cut_text(c["args"]) if c["cut"] else c["args"]}
            out.append({**common, "hook_event_name": "PreToolUse", **tool})
            if c["outcome"] == "error":
                out.append({**common, "hook_event_name": "PostToolUseFailure", **tool, "error": c["result"]})
            else:
                out.append({**common, "hook_event_name": "PostToolUse", **tool, "tool_response": c["result"]})
        return out + [{**common, "hook_event_name": "Stop", "stop_hook_active": False}]

    def lookalike(self):
        return dump(self.documents([call("x9", "orders_delete", {"id": 1})])[2])


class SweAgent(Writer):
    """A .traj: shell text by step, each with the history that was asked with."""
    name, ids, error_flag, ok_known, cut_notes = "swe-agent", False, False, False, []

    def command(self, c):
        text = c["tool"] + " " + dump(c["args"])
        return text[: len(text) // 2] if c["cut"] else text

    def facts(self, c):
        return dict(tool="bash", kind="shell", params={"command": self.command(c)}, paramsState="parsed")

    def documents(self, calls):
        history, steps = [{"role": "system", "content": "You fix things."}], []
        for c in calls:
            steps.append({"thought": "I will.", "action": self.command(c), "observation": c["result"],
                          "response": "I will.", "state": {"working_dir": "/w"}, "execution_time": 0.1,
                          "query": copy.deepcopy(history)})
            history += [{"role": "assistant", "content": "I will.", "action": self.command(c),
                         "tool_calls": [{"id": "q" + c["id"], "type": "function",
                                         "function": {"name": "bash", "arguments": "{}"}}]},
                        {"role": "tool", "tool_call_ids": ["q" + c["id"]], "content": c["result"]}]
        return [{"environment": "swe_main", "trajectory": steps, "history": history,
                 "info": {"exit_status": "submitted", "submission": ""}}]

    def repeated(self, calls):  # the history comes again with each step
        return self.documents(calls)


class OpenHandsOld(Writer):
    """Events up to 0.62: numbers as ids, an observation names the action that caused it."""
    name, lines, ids = "openhands-v0", True, False

    def facts(self, c):
        return dict(start="2026-11-24T10:00:00", end="2026-11-24T10:00:01")

    def documents(self, calls):
        out = [{"id": 0, "timestamp": "2026-11-24T10:00:00", "source": "agent", "action": "system",
                "args": {"content": "You help.", "tools": []}, "message": "You help."},
               {"id": 1, "timestamp": "2026-11-24T10:00:00", "source": "user", "action": "message",
                "args": {"content": "ship order 7", "wait_for_response": False}}]
        for n, c in enumerate(calls):
            action = 2 * n + 2
            out.append({"id": action, "timestamp": "2026-11-24T10:00:00", "source": "agent",
                        "action": "call_tool_mcp", "message": "I am calling the MCP tool",
                        "args": {"name": c["tool"], "thought": "", "confirmation_state": "confirmed",
                                 "arguments": cut_text(c["args"]) if c["cut"] else c["args"]},
                        "tool_call_metadata": {"function_name": c["tool"], "tool_call_id": c["id"],
                                               "total_calls_in_response": 1}})
            out.append({"id": action + 1, "timestamp": "2026-11-24T10:00:01", "source": "environment",
                        "observation": "error" if c["outcome"] == "error" else "mcp", "cause": action,
                        "content": c["result"], "extras": {}, "message": "Obtained a result",
                        "tool_call_metadata": {"function_name": c["tool"], "tool_call_id": c["id"]}})
        return out


class GeminiHooks(Writer):
    name, lines, ids = "agent-hook-gemini", True, False

    def facts(self, c):
        return dict(session="g1", tool="mcp_shop_" + c["tool"], end=T1)

    def shown(self, c):
        out = {"llmContent": c["result"], "returnDisplay": c["result"]}
        return {**out, "error": {"message": c["result"], "type": "mcp_tool_error"}} if c["outcome"] == "error" else out

    def documents(self, calls):
        def told(event, **members):
            return {"session_id": "g1", "transcript_path": "/t/g.json", "cwd": "/w",
                    "hook_event_name": event, "timestamp": T1, **members}
        out = [told("BeforeAgent", prompt="ship order 7")]
        for c in calls:
            tool = {"tool_name": "mcp_shop_" + c["tool"],
                    "tool_input": cut_text(c["args"]) if c["cut"] else c["args"]}
            out += [told("BeforeTool", **tool), told("AfterTool", **tool, tool_response=self.shown(c))]
        return out + [told("AfterAgent", prompt="ship", prompt_response="Done!", stop_hook_active=False)]

    def repeated(self, calls):  # a call without id cannot be told from another one
        return self.documents(calls)


class CopilotHooks(Writer):
    """No event is named; a call has its result once it has ended."""
    name, lines, ids = "agent-hook-copilot", True, False

    def facts(self, c):
        return dict(session="c1")

    def shown(self, c):
        return {"resultType": "failure" if c["outcome"] == "error" else "success", "textResultForLlm": c["result"]}

    def documents(self, calls):
        out = []
        for c in calls:
            tool = {"sessionId": "c1", "timestamp": 1795514400000, "cwd": "/w", "toolName": c["tool"],
                    "toolArgs": cut_text(c["args"]) if c["cut"] else dump(c["args"])}
            out += [tool, {**tool, "toolResult": self.shown(c)}]
        return out

    def repeated(self, calls):
        return self.documents(calls)


class CursorHooks(Writer):
    name, lines, ids = "agent-hook-cursor", True, False

    def facts(self, c):
        return dict(session="k1", tool="MCP:shop:" + c["tool"])

    def shown(self, c):
        return dump({"content": [{"type": "text", "text": c["result"]}], "isError": c["outcome"] == "error"})

    def documents(self, calls):
        def told(event, **members):
            return {"conversation_id": "k1", "generation_id": "n1", "model": "m", "hook_event_name": event,
                    "cursor_version": "3.7.21", "workspace_roots": ["/w"], **members}
        out = [told("beforeSubmitPrompt", prompt="ship order 7")]
        for c in calls:
            tool = {"tool_name": "MCP:shop:" + c["tool"],
                    "tool_input": cut_text(c["args"]) if c["cut"] else dump(c["args"])}
            out += [told("beforeMCPExecution", **tool, command="shop"),
                    told("afterMCPExecution", **tool, result_json=self.shown(c), duration=12)]
        return out + [told("stop", status="completed", loop_count=0)]

    def repeated(self, calls):
        return self.documents(calls)


def attr(key, value):
    if isinstance(value, bool):
        return {"key": key, "value": {"boolValue": value}}
    if isinstance(value, int):
        return {"key": key, "value": {"intValue": str(value)}}
    if isinstance(value, str):
        return {"key": key, "value": {"stringValue": value}}
    if isinstance(value, list):
        return {"key": key, "value": {"arrayValue": {"values": [attr("", v)["value"] for v in value]}}}
    return {"key": key, "value": {"kvlistValue": {"values": [attr(k, v) for k, v in value.items()]}}}


class OtlpSpans(Writer):
    """A row of the alias table for spans."""

    def __init__(self, name, sign, tool, cid, args, result, as_text, span_name=None, session=None):
        self.name = "otlp-" + name
        self.sign, self.tool, self.cid, self.args, self.result = sign, tool, cid, args, result
        self.as_text, self.span_name, self.session = as_text, span_name, session
        self.ids = cid is not None

    def facts(self, c):
        return dict(start=T0, end=T1, session="conv-1" if self.session else None)

    def record(self, c):
        out = super().record(c)
        if c["outcome"] == "ok" and self.result is None:
            out["outcome"] = "unknown"
        if self.result is None:
            out["resultDigest"] = None
        return out

    def documents(self, calls):
        spans = [{"traceId": "0AF7651916CD43DD8448EB211C80319C", "spanId": "00000000000000ff", "name": "chat m",
                  "kind": 3, "startTimeUnixNano": N0, "endTimeUnixNano": N1, "status": {},
                  "attributes": [attr("gen_ai.operation.name", "chat")]}]
        for n, c in enumerate(calls):
            arguments = cut_text(c["args"]) if c["cut"] else dump(c["args"]) if self.as_text else c["args"]
            attributes = [attr(k, v) for k, v in self.sign.items()]
            attributes += [attr(self.tool, c["tool"])] if self.tool else []
            attributes += [attr(self.cid, c["id"])] if self.cid else []
            attributes += [attr(self.args, arguments)]
            attributes += [attr(self.result, c["result"])] if self.result else []
            attributes += [attr(self.session, "conv-1")] if self.session else []
            spans.append({"traceId": "0af7651916cd43dd8448eb211c80319c",
                          "spanId": "%016x" % (16 * (n + 1) + c["args"].get("id", 0)),
                          "parentSpanId": "00000000000000FF", "name": self.span_name or "tool " + c["tool"],
                          "kind": 1, "startTimeUnixNano": N0, "endTimeUnixNano": int(N1),
                          "attributes": attributes, "unknownMember": {"a": [1]},
                          "status": {"code": 2} if c["outcome"] == "error" else {}})
        return [{"resourceSpans": [{"resource": {"attributes": [attr("service.name", "shop-agent")]},
                                    "scopeSpans": [{"scope": {"name": "t"}, "spans": spans}]}]}]

    def lookalike(self):
        return dump({"name": "orders_delete", "arguments": {"id": 1}, "gen_ai.tool.name": "orders_delete"})


class OtlpLangSmith(OtlpSpans):
    """LangSmith's exporter: the run's inputs and outputs as JSON; LangChain writes Python into them."""
    cut_state = "unparsable"

    def __init__(self):
        super().__init__("langsmith", {"langsmith.span.kind": "tool", "gen_ai.operation.name": "execute_tool"},
                         None, None, "gen_ai.prompt", "gen_ai.completion", True)

    def shown(self, c):
        return dump({"output": c["result"]})

    def documents(self, calls):
        whole = super().documents([{**c, "cut": False} for c in calls])
        spans = whole[0]["resourceSpans"][0]["scopeSpans"][0]["spans"][1:]
        for span, c in zip(spans, calls):
            span["name"] = c["tool"]
            inputs = {"input": repr(c["args"]) if c["cut"] else dump(c["args"])}
            for a in span["attributes"]:
                if a["key"] == "gen_ai.prompt":
                    a["value"] = {"stringValue": dump(inputs)}
                if a["key"] == "gen_ai.completion":
                    a["value"] = {"stringValue": self.shown(c)}
        return whole


class OtlpLogs(Writer):
    """A row of the alias table for log records."""

    def __init__(self, name, event, tool, cid, args, result, session):
        self.name = "otlp-" + name + "-logs"
        self.event, self.tool, self.cid, self.args, self.result = event, tool, cid, args, result
        self.session = session
        self.ids = cid is not None

    def facts(self, c):
        return dict(end=T1, session="conv-1", resultDigest=digest(c["result"]) if self.result else None)

    def documents(self, calls):
        records = []
        for c in calls:
            text = cut_text(c["args"]) if c["cut"] else dump(c["args"])
            attributes = [attr("event.name", self.event), attr(self.tool, c["tool"]), attr(self.args, text),
                          attr("success", "false" if c["outcome"] == "error" else "true"),
                          attr(self.session, "conv-1")]
            attributes += [attr(self.cid, c["id"])] if self.cid else []
            attributes += [attr(self.result, c["result"])] if self.result else []
            records.append({"timeUnixNano": "0", "observedTimeUnixNano": N1, "severityNumber": 9,
                            "body": {"stringValue": "tool"}, "attributes": attributes})
        return [{"resourceLogs": [{"resource": {}, "scopeLogs": [{"scope": {}, "logRecords": records}]}]}]

    def repeated(self, calls):  # a log record without id cannot be told from another one
        return super().repeated(calls) if self.ids else self.documents(calls)

    def lookalike(self):
        return dump({"event.name": self.event, "tool_name": "orders_delete"})


SEMCONV = {"gen_ai.operation.name": "execute_tool"}
WRITERS = [Chat(), ChatResponse(), Responses(), ResponsesOutput(), Anthropic(), Gemini(), Bedrock(), Mcp(),
           AiSdkModel(), AiSdkUi(), AiSdkResult(), LangSmith(), OpenAiAgents(), Claude(), CodexRollout(),
           CodexExec(), GeminiCli(), OpenHands(), OpenHandsOld(), SweAgent(), MiniSwe(), Inspect(), Hooks(),
           GeminiHooks(), CopilotHooks(), CursorHooks(), OtlpLangSmith(),
           OtlpSpans("semconv", SEMCONV, "gen_ai.tool.name", "gen_ai.tool.call.id",
                     "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", False,
                     session="gen_ai.conversation.id"),
           OtlpSpans("ai-sdk-7", SEMCONV, "gen_ai.tool.name", "gen_ai.tool.call.id",
                     "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", True),
           OtlpSpans("ai-sdk-6", {"operation.name": "ai.toolCall"}, "ai.toolCall.name", "ai.toolCall.id",
                     "ai.toolCall.args", "ai.toolCall.result", True),
           OtlpSpans("gemini-cli", {"gen_ai.operation.name": "tool_call"}, "gen_ai.tool.name",
                     "gen_ai.tool.call_id", "gen_ai.input.messages", "gen_ai.output.messages", True),
           OtlpSpans("google-adk", SEMCONV, "gen_ai.tool.name", "gen_ai.tool.call.id",
                     "gcp.vertex.agent.tool_call_args", "gcp.vertex.agent.tool_response", True),
           OtlpSpans("openinference", {"openinference.span.kind": "TOOL",
                                       "tool.parameters": "{\"type\":\"object\"}"}, "tool.name", "tool.id",
                     "input.value", "output.value", True, session="session.id"),
           OtlpSpans("openllmetry", {"traceloop.span.kind": "tool"}, "traceloop.entity.name", None,
                     "traceloop.entity.input", "traceloop.entity.output", True),
           OtlpSpans("claude-code", {}, "tool_name", "tool_use_id", "tool_input", "tool_output", True,
                     span_name="claude_code.tool", session="session.id"),
           OtlpLogs("claude-code", "tool_result", "tool_name", "tool_use_id", "tool_parameters", None, "session.id"),
           OtlpLogs("codex", "codex.tool_result", "tool_name", "call_id", "arguments", "output",
                    "conversation.id"),
           OtlpLogs("gemini-cli", "gemini_cli.tool_call", "function_name", None, "function_args", None,
                    "session.id")]


def text(writer, documents):
    if writer.lines or len(documents) > 1:
        return "".join(dump(d) + "\n" for d in documents)
    return json.dumps(documents[0], indent=1, ensure_ascii=False) + "\n"


def main():
    for w in WRITERS:
        folder = HERE / w.name
        folder.mkdir(exist_ok=True)
        a, b = call("c1", "orders_update", UPDATE), call("c2", "orders_create", CREATE)
        cut = call("c2", "orders_create", CREATE, cut=True)
        failed = call("c1", "orders_update", UPDATE, outcome="error", result="no such order")
        like = call("c1", "orders_update", UPDATE, result=w.lookalike())
        other = call("c1", "orders_update", {"id": 9, "status": "open"})
        told = "CALL_ID_CONFLICT" if w.ids and not isinstance(w, LangSmith) else None
        if isinstance(w, CodexExec):
            told = "CALL_ID_CONFLICT"  # by the item's id
        cases = {
            "plain": (w.documents([a, b]), [a, b], []),
            "cut": (w.documents([a, cut]), [a, cut],
                    ["PARAMS_" + w.cut_state.upper()] if w.cut_notes is None else w.cut_notes),
            "failed": (w.documents([failed, b]), [failed, b], []),
            "repeated": (w.repeated([a, b]), [a, b], []),
            "lookalike": (w.documents([like]), [like], []),
            "conflict": (w.documents([a, other]), [a] if told else [a, other], [told] if told else []),
        }
        expected = {}
        for name, (documents, calls, notes) in cases.items():
            (folder / (name + ".json")).write_text(text(w, documents))
            expected[name] = {"calls": [w.record(c) for c in calls], "notes": notes}
        whole = text(w, w.documents([a, b]))
        if w.lines:
            # the last call's lines are lost but for a piece of the first of them
            kept = w.documents([a])
            if isinstance(w, (CodexExec, Hooks, GeminiHooks, CursorHooks)):
                kept = kept[:-1]
            (folder / "damaged.json").write_text("".join(dump(d) + "\n" for d in kept) + dump(w.documents([b])[-1])[:20])
            expected["damaged"] = {"calls": [w.record(a)], "notes": ["ENVELOPE_DAMAGED"]}
        else:
            (folder / "damaged.json").write_text(whole[: len(whole) * 2 // 3])
            expected["damaged"] = {"rejected": "INVALID_JSON"}
        (folder / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
