package dev.assay.agencyverify.agency;

import dev.assay.process.IsolationRequest.Isolation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment contract between agency and a repository's scripts. */
final class ScriptEnvironment {

  private static final String SANDBOX_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private ScriptEnvironment() {}

  /**
   * The variables for a script of {@code run}. Without isolation it has the caller's environment
   * and, over it, agency's variables; isolated it has agency's and what a program needs at least,
   * so that no secret of the caller enters the sandbox.
   */
  static Map<String, String> of(
      RunLocation run,
      RunMeta meta,
      Path worktree,
      Map<String, String> callers,
      Isolation isolation) {
    Map<String, String> variables =
        switch (isolation) {
          case NONE -> new LinkedHashMap<>(callers);
          case BWRAP, LANDLOCK -> isolated(worktree);
        };
    Path agency = worktree.resolve(".agency");
    variables.put("AGENCY_RUN_ID", run.runId());
    variables.put("AGENCY_NAME", meta.text("name"));
    variables.put("AGENCY_BRANCH", meta.text("branch"));
    variables.put("AGENCY_PARENT_BRANCH", meta.text("parent_branch"));
    variables.put("AGENCY_RUNNER", meta.text("runner"));
    variables.put("AGENCY_REPO_ROOT", worktree.toString());
    variables.put("AGENCY_WORKSPACE_ROOT", worktree.toString());
    variables.put("AGENCY_ORIGIN_NAME", "origin");
    variables.put("AGENCY_ORIGIN_URL", "");
    variables.put("AGENCY_PR_URL", meta.text("pr_url"));
    variables.put("AGENCY_PR_NUMBER", meta.pullRequestNumber());
    variables.put("AGENCY_DOTAGENCY_DIR", agency.toString());
    variables.put("AGENCY_OUTPUT_DIR", agency.resolve("out").toString());
    variables.put("AGENCY_LOG_DIR", run.logs().toString());
    variables.put("AGENCY_NONINTERACTIVE", "1");
    variables.put("CI", "1");
    variables.values().removeIf(value -> value.indexOf('\0') >= 0);
    return variables;
  }

  private static Map<String, String> isolated(Path worktree) {
    String scratch = worktree.resolve(".agency").resolve("tmp").toString();
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PATH", SANDBOX_PATH);
    variables.put("HOME", scratch);
    variables.put("TMPDIR", scratch);
    variables.put("LC_ALL", "C.UTF-8");
    variables.put("GIT_CONFIG_NOSYSTEM", "1");
    variables.put("GIT_CONFIG_GLOBAL", "/dev/null");
    return variables;
  }
}
