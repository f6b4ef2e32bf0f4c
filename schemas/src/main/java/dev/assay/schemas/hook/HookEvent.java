package dev.assay.schemas.hook;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What has happened in an agent's harness, whatever the harness calls it. */
public enum HookEvent {

  /** The agent, or one that it started, says that it is done. */
  STOP,

  /** A tool has answered. */
  TOOL,

  /** Something that is no claim. */
  OTHER;

  private static final Set<String> STOPS =
      Set.of("stop", "agentstop", "subagentstop", "afteragent");
  private static final Set<String> TOOLS = Set.of("posttooluse", "aftertool", "aftermcpexecution");
  private static final Set<String> OTHERS =
      Set.of(
          "afteragentresponse",
          "afteragentthought",
          "afterfileedit",
          "aftermodel",
          "aftershellexecution",
          "beforeagent",
          "beforemcpexecution",
          "beforemodel",
          "beforereadfile",
          "beforeshellexecution",
          "beforesubmitprompt",
          "beforetool",
          "beforetoolselection",
          "configchange",
          "elicitation",
          "elicitationresult",
          "erroroccurred",
          "instructionsloaded",
          "notification",
          "permissiondenied",
          "permissionrequest",
          "postcompact",
          "posttoolbatch",
          "posttoolusefailure",
          "precompact",
          "precompress",
          "pretooluse",
          "sessionend",
          "sessionstart",
          "setup",
          "stopfailure",
          "subagentstart",
          "taskcompleted",
          "taskcreated",
          "teammateidle",
          "userpromptsubmit",
          "userpromptsubmitted",
          "worktreecreate",
          "worktreeremove");

  /** The event of a harness's name for it, in any case and with or without hyphens. */
  public static Optional<HookEvent> named(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    if (STOPS.contains(plain)) {
      return Optional.of(STOP);
    }
    if (TOOLS.contains(plain)) {
      return Optional.of(TOOL);
    }
    return OTHERS.contains(plain) ? Optional.of(OTHER) : Optional.empty();
  }
}
